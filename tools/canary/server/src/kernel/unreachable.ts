// canary: types TS7027 allowUnreachableCode
export function leave(): number {
  return 1;
  return 2;
}
