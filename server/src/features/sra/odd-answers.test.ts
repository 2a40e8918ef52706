import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type ErrorCode } from '@sentrywell/contract/errors.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { assessedRow, inForce, rootUnit, sentPolicy, type SentPolicy } from '../../testing/google-policies.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { createPace } from './google-pace.ts';
import { parsePolicyPage } from './policy-shape.ts';
import { type PolicyApi, readPolicies } from './read-policies.ts';

/** Google played by a few lines of our own: what it must not say, and says all the same. */
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function google(answer: RequestListener, more: Partial<PolicyApi> = {}): Promise<PolicyApi> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const pace = createPace(1, { take: async () => 0, hold: async () => undefined });
  return {
    apiRoot: `http://127.0.0.1:${port}`,
    timeoutMs: 2_000,
    minimumIntervalMs: 1,
    longestMs: 5_000,
    pace,
    ...more,
  };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const tokenIn = (url = '') => new URL(url, 'http://google').searchParams.get('pageToken');
const one: SentPolicy = { type: 'gmail.imap_access', value: { enableImapAccess: true }, name: 'policies/one' };
const first = { policies: [sentPolicy(one)], nextPageToken: 'second' };

/** The first page as it should be, then this. */
const after =
  (status: number, body: unknown): RequestListener =>
  ({ url }, response) =>
    tokenIn(url) === null ? json(response, 200, first) : json(response, status, body);

async function codeOf(answer: RequestListener): Promise<unknown> {
  return readPolicies(await google(answer), 'a-token').then(
    (policies) => policies.length,
    (error: unknown) => (typeof error === 'object' && error !== null && 'code' in error ? error.code : error),
  );
}

const inAMinute = (moment: Date) => new Date(moment.getTime() + 60_000).toUTCString();
const failure = (code: number, status: string, reason?: string, domain = 'googleapis.com') => ({
  error: { code, status, message: 'No.', ...(reason === undefined ? {} : { details: [{ reason, domain }] }) },
});
const denied =
  (reason: string, domain?: string): RequestListener =>
  (_, response) =>
    json(response, 403, failure(403, 'PERMISSION_DENIED', reason, domain));

describe('what Google answers instead of a page is told as it is', () => {
  const cases: readonly (readonly [string, RequestListener, ErrorCode])[] = [
    ['a token that ended in the middle', after(401, failure(401, 'UNAUTHENTICATED')), 'workspace.interrupted'],
    ['a page token that is not taken any more', after(400, failure(400, 'INVALID_ARGUMENT')), 'workspace.interrupted'],
    ['a token without the permission to read', denied('ACCESS_TOKEN_SCOPE_INSUFFICIENT'), 'workspace.scope_missing'],
    ['a project of ours that Google suspended', denied('CONSUMER_SUSPENDED'), 'workspace.bad_credentials'],
    ['a project of ours that nobody pays for', denied('BILLING_DISABLED'), 'workspace.bad_credentials'],
    ['a workspace that keeps its accounts from us', denied('USER_BLOCKED_BY_ADMIN'), 'workspace.blocked_by_admin'],
    ['a wall before the API, which has not asked who it is', denied('SECURITY_POLICY_VIOLATED'), 'workspace.failed'],
    ['a reason of the API itself', denied('NOT_ADMIN', 'cloudidentity.googleapis.com'), 'workspace.no_super_admin'],
    ['a quota that is said to be a missing permission', denied('RATE_LIMIT_EXCEEDED'), 'workspace.quota'],
    [
      'one as the older APIs say it, in the middle',
      after(403, {
        error: { code: 403, message: 'No.', errors: [{ domain: 'usageLimits', reason: 'quotaExceeded' }] },
      }),
      'workspace.quota',
    ],
    [
      'a refusal that is not Google’s',
      (_, response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Blocked by proxy</h1>'),
      'workspace.failed',
    ],
    ['an error that claims to be a page', after(200, failure(500, 'INTERNAL')), 'workspace.unreadable'],
    ['the same page token again and again', (_, response) => json(response, 200, first), 'workspace.unreadable'],
  ];
  test.each(cases)('%s', async (_name, answer, code) => {
    expect(await codeOf(answer)).toBe(code);
  });

  test.each([
    [12, 'workspace.too_large'],
    [5, 'workspace.quota'],
  ])('when there is no turn after %d of 20 possible pages, the reason is %s', async (possible, code) => {
    let page = 0;
    const endless: RequestListener = (_, response) => {
      page += 1;
      json(response, 200, { policies: [], nextPageToken: `page-${page}` });
    };
    const turn = async () => {
      if (page === possible) {
        throw new Refusal('workspace.quota');
      }
    };
    const pace = { turn, pause: async () => undefined };
    const api = await google(endless, { pace, minimumIntervalMs: 1_000, longestMs: 20_000 });
    await expect(readPolicies(api, 'a-token')).rejects.toMatchObject({ code });
  });

  test.each([
    { asks: 'in seconds', status: 429, retryAfter: () => '60', times: 1 },
    { asks: 'by a date', status: 429, retryAfter: inAMinute, times: 1 },
    {
      asks: 'by a date of its own clock, an hour behind',
      status: 429,
      clockMs: -3_600_000,
      retryAfter: inAMinute,
      times: 1,
    },
    { asks: 'by a date, being out of order', status: 503, retryAfter: inAMinute, times: 1 },
    { asks: 'by a date that has gone by', status: 503, retryAfter: () => 'Sun, 06 Nov 1994 08:49:37 GMT', times: 4 },
    { asks: 'in words', status: 503, retryAfter: () => 'soon', times: 4 },
  ])('who asks for time $asks ($status) is asked $times times', async ({ status, clockMs = 0, retryAfter, times }) => {
    let asked = 0;
    await codeOf((_, response) => {
      asked += 1;
      const answeredAt = new Date(Date.now() + clockMs);
      response.setHeader('date', answeredAt.toUTCString());
      response.setHeader('retry-after', retryAfter(answeredAt));
      json(response, status, failure(status, 'UNAVAILABLE'));
    });
    expect(asked).toBe(times);
  });

  test('the queue that everybody shares is not kept busy by a page that repeats itself', async () => {
    let asked = 0;
    await codeOf((_, response) => {
      asked += 1;
      json(response, 200, first);
    });
    expect(asked).toBe(2);
  });
});

describe('a policy that Google sends twice', () => {
  const rule = (name: string): SentPolicy => ({
    type: 'rule.dlp',
    name,
    value: { state: 'ACTIVE', triggers: ['google.workspace.drive.file.v1.share'] },
  });

  test('over two pages is read once, as it was sent last', async () => {
    const later = { ...one, value: { enableImapAccess: false } };
    const api = await google(after(200, { policies: [sentPolicy(later), sentPolicy(rule('policies/two'))] }));
    const read = await readPolicies(api, 'a-token');
    expect(read.map(({ name, value }) => [name, value?.['enableImapAccess']])).toEqual([
      ['policies/one', false],
      ['policies/two', undefined],
    ]);
  });

  test('under the name of another one is not dropped', async () => {
    const other = rule('policies/one');
    const api = await google(after(200, { policies: [sentPolicy(other)] }));
    expect((await readPolicies(api, 'a-token')).map(({ type }) => type)).toEqual([
      'settings/gmail.imap_access',
      'settings/rule.dlp',
    ]);
  });
});

describe('a policy in another shape', () => {
  const strength = (sortOrder: unknown) => {
    const setting = { type: 'settings/gmail.imap_access', value: { enableImapAccess: true } };
    const policy = { name: 'policies/one', policyQuery: { orgUnit: rootUnit, sortOrder }, setting };
    return parsePolicyPage(JSON.stringify({ policies: [policy] }));
  };

  test('a strength written as text is the same strength', () => {
    expect(strength('201.5')).toMatchObject({ page: { policies: [{ sortOrder: 201.5 }] } });
  });

  test.each([['strong'], [null], [true], [{}], ['']])(
    'a strength that is none, %o, is not taken for the weakest',
    (value) => {
      expect(strength(value)).toEqual({ failure: 'not-a-policy' });
    },
  );

  test.each([
    ['an organizational unit', { policyQuery: { orgUnit: { id: 'root' } } }],
    ['a group', { policyQuery: { orgUnit: rootUnit, group: ['groups/staff'] } }],
    ['a place', { policyQuery: 'entity.org_units.exists(…)' }],
  ])('what should name %s and does not is not taken for the whole workspace', (_name, odd) => {
    const setting = { type: 'settings/gmail.imap_access', value: { enableImapAccess: true } };
    const body = JSON.stringify({ policies: [{ name: 'policies/one', setting, ...odd }] });
    expect(parsePolicyPage(body)).toEqual({ failure: 'not-a-policy' });
  });

  test('a number that no computer can hold is not taken for 0', () => {
    const body =
      '{"policies":[{"name":"policies/a","setting":{"type":"settings/security.password","value":{"minimumLength":1e999}}}]}';
    expect(parsePolicyPage(body)).toEqual({ failure: 'not-json' });
  });

  test('a data protection rule or an alert that cannot be read is not left out of the count', () => {
    const readable = { type: 'rule.dlp', value: { state: 'ACTIVE', triggers: [] } };
    const odd = ['on', {}, { state: 1 }, { state: 'PAUSED' }, { state: 'ACTIVE', triggers: 'all' }];
    for (const value of odd) {
      expect(assessedRow([readable, { type: 'rule.dlp', value }], 'rule.dlp').verdict).toBe('unreadable');
    }
    for (const value of [['INACTIVE'], { displayName: 'Leaked password' }, { state: 'INACTIVE' }]) {
      const alert = { type: 'rule.system_defined_alerts', value };
      expect(assessedRow([alert], alert.type).verdict).toBe('unreadable');
    }
  });

  test('a name that every object has is a name like any other', () => {
    const type = 'chat.chat_history';
    expect(inForce([{ type, value: { toString: true, historyOnByDefault: true } }], type)).toEqual([
      { place: rootUnit, value: { toString: true, historyOnByDefault: true } },
    ]);
  });
});
