// canary: types TS7030 noImplicitReturns
export function sign(value: number) {
  if (value > 0) return 'positive';
}
