// canary: types TS2591 web-has-no-node
export const platform = (): string => process.platform;
