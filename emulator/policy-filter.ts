import type { Policy } from './policy.ts';

/** A filter that cannot be read is refused as a whole (400 INVALID_ARGUMENT). */
export type PolicyFilter = (policy: Policy) => boolean;

function clauseOf(clause: string): PolicyFilter | undefined {
  const customer = /^customer\s*==\s*["'](customers\/[\w]+)["']$/.exec(clause)?.[1];
  if (customer !== undefined) {
    return (policy) => customer === 'customers/my_customer' || policy.customer === customer;
  }
  const type = /^setting\.type\s*==\s*["']([\w./]+)["']$/.exec(clause)?.[1];
  if (type !== undefined) return (policy) => policy.setting.type === type;
  const pattern = /^setting\.type\.matches\(\s*["'](.+)["']\s*\)$/.exec(clause)?.[1];
  if (pattern === undefined) return undefined;
  try {
    const expression = new RegExp(pattern.replaceAll('\\\\', '\\'));
    return (policy) => expression.test(policy.setting.type);
  } catch {
    return undefined;
  }
}

/** @returns a test for policies, or undefined when the filter is not one that Google would take. */
export function readFilter(text: string): PolicyFilter | undefined {
  if (text.trim() === '') return () => true;
  const clauses = text.split('&&').map((clause) => clauseOf(clause.trim().replace(/^\((.*)\)$/, '$1')));
  const tests: PolicyFilter[] = [];
  for (const test of clauses) {
    if (test === undefined) return undefined;
    tests.push(test);
  }
  return (policy) => tests.every((test) => test(policy));
}
