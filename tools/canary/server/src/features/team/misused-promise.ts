// canary: lint typescript/no-misused-promises
export function go(work: () => Promise<boolean>): number {
  if (work()) return 1;
  return 2;
}
