// canary: lint typescript/no-non-null-assertion
export const first = (names: string[]): string => names[0]!;
