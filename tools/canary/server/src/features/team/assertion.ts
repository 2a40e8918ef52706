// canary: lint typescript/consistent-type-assertions
export const read = (value: unknown): string => value as string;
