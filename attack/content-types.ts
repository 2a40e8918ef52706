import { describedCalls } from './calls.ts';
import type { Findings, Target } from './target.ts';

/** Types that a foreign page may send without asking first, and spellings that parsers disagree about. */
const types = [
  undefined,
  '',
  'text/plain',
  'text/plain; application/json',
  'text/plain;application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json, text/plain',
  'application/json;',
  'application/json\t',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; x=y',
  'application/jsonp',
  'application/json+x',
  'application/x-json',
  'text/json',
  '*/*',
  'json',
] as const;

/** No spelling but ours is read as JSON; each call of the product refuses each of the others, for somebody who may call it. */
export async function contentTypes(target: Target): Promise<Findings> {
  const cookie = await target.signIn('mspAdmin');
  const calls = (await describedCalls(target)).filter(({ method }) => method === 'POST');
  const defects: string[] = [];
  let checked = 0;
  for (const { path } of calls) {
    const at = path.replace(/\{\w+\}/g, '1');
    for (const type of types) {
      checked += 1;
      const headers = { origin: target.origin, ...(type === undefined ? {} : { 'content-type': type }) };
      const { status } = await target.ask({ method: 'POST', path: at, cookie, headers, body: '{"name":"Taken over"}' });
      // Blanks at the end of a header are no part of it: what is left may be exactly ours.
      const isOurs = type?.trim() === 'application/json';
      if (status !== 415 && !isOurs) {
        defects.push(`POST ${path} took ${type === undefined ? 'no type' : JSON.stringify(type)}: ${status}`);
      }
    }
  }
  return { checked, of: 'writes', defects };
}
