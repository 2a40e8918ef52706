import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { finishSignIn, signInAtGoogle, startSignIn } from '../../testing/workspace-sign-in.ts';

/** Security rules 23 and 29: what Google gives out is nowhere afterwards: not in the database, the log or an answer. */
const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-log-'));
const logFile = path.join(folder, 'server.log');
let world: AssessingWorld['world'];
let google: AssessingWorld['google'];
beforeAll(async () => {
  ({ world, google } = await buildAssessingWorld({ logFile, environment: { LOG_LEVEL: 'debug' } }));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Every row of every table as text, bytes in hexadecimal, and packed rows besides unpacked. */
async function everythingStored(): Promise<string> {
  const names = await world.owner<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p')`,
  );
  const texts: string[] = [];
  for (const { name } of names) {
    const rows = await world.owner<{ text: string }>(`select t::text as text from ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  const packed = await world.owner<{ policies: Buffer }>('select policies from assessments');
  return [...texts, ...packed.map(({ policies }) => gunzipSync(policies).toString('utf8'))].join('\n');
}

function traces(secret: string, where: string): boolean {
  const forms = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64url'),
  ];
  return forms.some((form) => where.includes(form));
}

describe('tokens, codes and secrets', () => {
  test('are in no table, no log line and no answer, after sign-ins that worked and sign-ins that failed', async () => {
    const answers: string[] = [];
    const secrets: string[] = [google.clientSecret];
    const faults = [
      undefined,
      'malformed-json',
      'id-token-wrong-nonce',
      'server-error',
      'permission-denied',
      'revoke-error',
    ] as const;
    for (const kind of faults) {
      google.faults.clear();
      if (kind !== undefined) {
        google.faults.set({ kind });
      }
      const authUrl = await startSignIn(world, 'orgAdmin', 'cedar');
      const query = await signInAtGoogle(authUrl);
      const { reply, uuid } = await finishSignIn(world, query, { as: 'orgAdmin' });
      answers.push(reply.text, JSON.stringify(reply.headers));
      const policies = await world.call(sraEndpoints.listPolicies, { as: 'orgAdmin', query: { uuid } });
      answers.push(policies.text);
      secrets.push(query['code'] ?? '', query['state'] ?? '');
    }
    secrets.push(...google.tokens().map(({ token }) => token));
    expect(secrets.filter((secret) => secret.length > 15)).toHaveLength(1 + faults.length * 3);

    const stored = await everythingStored();
    const log = readFileSync(logFile, 'utf8');
    expect(stored.length).toBeGreaterThan(100_000);
    expect(log).toContain('/api/auth/google/callback');
    const places = { stored, log, answers: answers.join('\n') };
    const found = secrets.flatMap((secret) =>
      Object.entries(places).flatMap(([place, text]) =>
        traces(secret, text) ? [`${place}: ${secret.slice(0, 8)}…`] : [],
      ),
    );
    expect(found).toEqual([]);
  });

  test('would be found if they were there', async () => {
    const planted = `ya29.${'x'.repeat(40)}`;
    await world.owner("update assessments set account = $1, session_hash = convert_to($1, 'UTF8')", [planted]);
    const stored = await everythingStored();
    expect(traces(planted, stored)).toBe(true);
    expect(stored).toContain(Buffer.from(planted).toString('hex'));
  });
});

describe('what people are told to tell those who run the server', () => {
  type Line = { readonly code?: string; readonly reqId?: string; readonly err?: { readonly message: string } };
  const linesOf = (id: unknown) =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"a workspace sign-in failed"'))
      .map((line) => {
        const read: Line = JSON.parse(line);
        return read;
      })
      .filter(({ reqId }) => reqId === id);

  test.each([
    [
      'service-disabled',
      'workspace.api_disabled',
      'The Cloud Identity API is switched off for this server. Please tell the people who run it. (403 SERVICE_DISABLED)',
    ],
    ['id-token-expired', 'workspace.untrusted_answer', 'timestamp'],
  ] as const)('stands in its log with the request and the reason (%s)', async (kind, code, reason) => {
    google.faults.clear();
    google.faults.set({ kind });
    await finishSignIn(world, await signInAtGoogle(await startSignIn(world, 'orgAdmin', 'cedar')), { as: 'orgAdmin' });
    google.faults.clear();
    const [entry] = await world.owner<{ request_id: string }>(
      "select request_id from audit_log where log like 'Signing in to the Google Workspace%' order by occurred_at desc limit 1",
    );
    await expect
      .poll(() => linesOf(entry?.request_id))
      .toMatchObject([{ code, err: { message: expect.stringContaining(reason) } }]);
  });

  test('and what the person at Google can mend does not', async () => {
    const before = readFileSync(logFile, 'utf8').split('a workspace sign-in failed').length;
    google.faults.set({ kind: 'id-token-other-hosted-domain' });
    await finishSignIn(world, await signInAtGoogle(await startSignIn(world, 'orgAdmin', 'cedar')), { as: 'orgAdmin' });
    google.faults.clear();
    expect(readFileSync(logFile, 'utf8').split('a workspace sign-in failed')).toHaveLength(before);
  });
});
