import { CallFailed } from './call.ts';

/** Why something failed, in words for the person: the server's own sentence, else, also where it said none, the given one. */
export function failureWords(error: unknown, otherwise: string): string {
  return error instanceof CallFailed && error.saysWhy ? error.message : otherwise;
}

/** What the server has against single fields of a form, the first sentence of each; {}: the failure is about none of them. */
export function fieldWords<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): { readonly [Name in Field]?: string } {
  const issues = error instanceof CallFailed ? error.issues : [];
  const found = fields.flatMap((field) => {
    const issue = issues.find(({ path }) => path === field);
    return issue === undefined ? [] : [[field, issue.message]];
  });
  return Object.fromEntries(found) as { readonly [Name in Field]?: string };
}
