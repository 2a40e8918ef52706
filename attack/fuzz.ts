import { addressOf, type Described, describedCalls } from './calls.ts';
import { type Random, randomOf } from './random.ts';
import { accountNames, type Findings, type Target } from './target.ts';

const seeds = [11, 4_711, 20_261_121] as const;
const perSeed = 10_000;
const atOnce = 24;

const nasty: readonly unknown[] = [
  '',
  ' ',
  "'",
  "' or '1'='1",
  "'; drop table users;--",
  '"',
  '\\',
  '%',
  '%00',
  '\u0000',
  '\ud800',
  '\u202e',
  '𝕏'.repeat(50),
  'x'.repeat(5_000),
  '../../../../etc/passwd',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '=1+1',
  'a@b',
  'a@b.example\r\nbcc: c@d.example',
  '-1',
  '0',
  '1e309',
  '9'.repeat(40),
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  'constructor',
  '__proto__',
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  [[[[[[]]]]]],
  {},
  { a: { b: { c: {} } } },
  { $ne: null },
  { toString: 'x' },
];
const plain: readonly unknown[] = [
  'admin@cedarclinic.example',
  'ORG_ADMIN',
  'MSP_USER',
  1,
  2,
  12,
  '12',
  [1, 2],
  'A name',
];
const rawBodies = [
  '',
  'null',
  '[]',
  '"x"',
  '{',
  '{"a":',
  '{"__proto__":{"x":1}}',
  '\u0000',
  '[[[[[[[[',
  '{"a":1}{"b":2}',
  '1e999',
];

const value = (random: Random): unknown => random.pick(random.chance(0.7) ? nasty : plain);

function textOf(random: Random): string {
  const given = value(random);
  return typeof given === 'string' ? given : JSON.stringify(given);
}

/** Lone surrogates can't be encoded: they go out as what a careless client would send. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function queryOf(random: Random, names: readonly string[]): string {
  const chosen = names.filter(() => random.chance(0.6)).map((name) => `${name}=${encoded(textOf(random))}`);
  const odd = ['a=1&a=2', 'orgId[]=1', 'orgId=1&orgId=2', 'search=%', '=', '&&&', '%zz=1', '__proto__[x]=1'];
  return [...chosen, ...(random.chance(0.15) ? [random.pick(odd)] : [])].join('&');
}

function bodyOf(random: Random, keys: readonly string[]): string {
  if (random.chance(0.1)) {
    return random.pick(rawBodies);
  }
  const entries = keys.filter(() => random.chance(0.85)).map((key) => [key, value(random)] as const);
  const extra = random.chance(0.1) ? [[random.pick(['isRootUser', 'mspId', 'x']), value(random)] as const] : [];
  return JSON.stringify(Object.fromEntries([...entries, ...extra]));
}

function partOf(random: Random): string {
  const text = random.chance(0.6) ? String(random.below(80)) : textOf(random).slice(0, 290);
  return text === '' ? '1' : encoded(text);
}

type Shot = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body: string | undefined };

function shotOf(random: Random, call: Described): Shot {
  const query = queryOf(random, call.query);
  const path = addressOf(call, () => partOf(random));
  return {
    method: call.method,
    path: query === '' ? path : `${path}?${query}`,
    body: call.method === 'POST' ? bodyOf(random, call.body) : undefined,
  };
}

/** An answer is a defect when it is a 5xx, when an error has no sentence and code, or when it tells about the inside. */
function defectOf(status: number, text: string, type: string): string | undefined {
  if (status >= 500) {
    return `answered ${status}: ${text.slice(0, 120)}`;
  }
  if (status < 400) {
    return undefined;
  }
  if (!type.startsWith('application/json') || !/^\{"message":".+","code":"[a-z_.]+"/.test(text)) {
    return `an error without sentence and code (${status}, ${type}): ${text.slice(0, 120)}`;
  }
  return /node_modules|at .+\.ts:\d+|pg_|syntax error at|relation "/.test(text)
    ? `tells about the inside: ${text}`
    : undefined;
}

/** 30,000 malformed requests over real HTTP, signed in as everybody in turn: none may meet a 5xx or kill the server. */
export async function fuzz(target: Target): Promise<Findings> {
  // Signing out and ending sessions would only make the rest of the run shallow.
  const calls = (await describedCalls(target)).filter(({ path }) => !/logout|\/sessions|deactivate/.test(path));
  const cookies = await Promise.all(accountNames.map((account) => target.signIn(account)));
  const defects = new Map<string, string>();
  let checked = 0;
  let reached = 0;
  for (const seed of seeds) {
    const random = randomOf(seed);
    const shoot = async (): Promise<void> => {
      for (let left = Math.ceil(perSeed / atOnce); left > 0; left -= 1) {
        const call = random.pick(calls);
        const shot = shotOf(random, call);
        const cookie = random.chance(0.9) ? random.pick(cookies) : undefined;
        checked += 1;
        const found = await fire(target, shot, cookie);
        reached += found.reached ? 1 : 0;
        if (found.defect !== undefined) {
          const key = `${call.method} ${call.path}: ${found.defect.slice(0, 40)}`;
          defects.set(
            key,
            `${call.method} ${shot.path.slice(0, 120)} ${(shot.body ?? '').slice(0, 120)}: ${found.defect}`,
          );
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, shoot));
  }
  const alive = await target.ask({ path: '/health/ready' });
  return {
    checked,
    of: `requests, ${reached} let in`,
    defects: [...defects.values(), ...(alive.status === 200 ? [] : ['the server is not ready any more'])],
  };
}

async function fire(
  target: Target,
  { method, path, body }: Shot,
  cookie: string | undefined,
): Promise<{ readonly defect: string | undefined; readonly reached: boolean }> {
  const headers = method === 'POST' ? { origin: target.origin, 'content-type': 'application/json' } : {};
  try {
    const reply = await target.ask({ method, path, cookie, headers, ...(body === undefined ? {} : { body }) });
    const defect = defectOf(reply.status, reply.text, String(reply.headers['content-type'] ?? ''));
    return { defect, reached: reply.status < 400 };
  } catch (error) {
    return { defect: `the connection broke: ${String(error)}`, reached: false };
  }
}
