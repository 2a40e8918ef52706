// canary: types TS6133 noUnusedParameters
export const ignore = (value: number): number => 1;
