// canary: lint typescript/no-floating-promises
export function go(work: () => Promise<void>): void {
  work();
}
