/** A number and its noun as logs and mails write them: '1 entry', '12 entries'. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
