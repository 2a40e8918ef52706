// canary: types TS2584 contract-has-no-browser
export const title = (): string => document.title;
