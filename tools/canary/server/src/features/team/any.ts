// canary: lint typescript/no-explicit-any
// canary: lint typescript/no-unsafe-assignment
// canary: lint typescript/no-unsafe-argument
// canary: lint typescript/no-unsafe-member-access
// canary: lint typescript/no-unsafe-call
// canary: lint typescript/no-unsafe-return
const take = (text: string): string => text;
export function use(value: any): string {
  const copy = value;
  take(value);
  value();
  value.name = 'x';
  return value;
}
export const used = use;
