// canary: types TS2322 e2e-types-are-read
export const broken: number = 'x';
