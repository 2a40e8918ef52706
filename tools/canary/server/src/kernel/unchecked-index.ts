// canary: types TS2322 noUncheckedIndexedAccess
export const first = (names: string[]): string => names[0];
