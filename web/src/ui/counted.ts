/** '1,204', as the sentences around it are written, in whatever language the browser is: '1.204' in an English one would be another number. */
export function grouped(count: number): string {
  // A first number takes a browser 2 ms, and most need no comma.
  return count < 1000 ? String(count) : count.toLocaleString('en-US');
}

/** '1 policy', '1,204 policies'. */
export function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
