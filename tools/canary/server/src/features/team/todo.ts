// canary: lint no-warning-comments
// TODO: later
export const value = 1;
