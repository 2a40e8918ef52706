// canary: types TS7029 noFallthroughCasesInSwitch
export function count(value: number): number {
  let total = 0;
  switch (value) {
    case 1:
      total += 1;
    default:
      total += 2;
  }
  return total;
}
