// canary: types TS2591 contract-has-no-node
export const platform = (): string => process.platform;
