import { type ErrorCode, errors } from '@sentrywell/contract/errors.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../../emulator/faults.ts';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import {
  assess,
  type AtGoogle,
  type Finished,
  finishSignIn,
  signInAtGoogle,
  startSignIn,
} from '../../testing/workspace-sign-in.ts';
import { policiesScope } from './google-sign-in.ts';

/** Everything that must not become an assessment (security rules 22 to 24). */
let world: AssessingWorld['world'];
let google: AssessingWorld['google'];
beforeAll(async () => {
  ({ world, google } = await buildAssessingWorld());
});

type Stored = { readonly assessments: string; readonly findings: string; readonly verdicts: string };

async function stored(): Promise<Stored | undefined> {
  const [counts] = await world.owner<Stored>(`select (select count(*) from assessments) as assessments,
    (select count(*) from findings) as findings, (select count(*) from setting_verdicts) as verdicts`);
  return counts;
}

/** Tokens that Google gave out and that were not handed back. */
const alive = () => google.tokens().filter(({ revokedAt }) => revokedAt === undefined);

let before: Stored | undefined;
beforeEach(async () => {
  before = await stored();
});
afterEach(() => google.faults.clear());

/** What is left of a sign-in that did not become an assessment. */
async function outcomeOf({ reply, message }: Finished) {
  const { 'cross-origin-opener-policy': opener } = reply.headers;
  return { status: reply.status, message, opener, stored: await stored(), alive: alive() };
}

function refusedWith(code: ErrorCode) {
  const { message } = errors[code];
  // What /oauth-error shows is bounded (security rule 25).
  return { status: 303, message: message.slice(0, 200), opener: 'unsafe-none', stored: before, alive: [] };
}

const run = (at: AtGoogle = {}) => assess(world, 'orgAdmin', 'cedar', at);

describe('an answer that Google’s signature or claims do not carry is refused', () => {
  const cases: readonly (readonly [string, FaultKind, ErrorCode])[] = [
    ['another audience', 'id-token-wrong-audience', 'workspace.untrusted_answer'],
    ['another issuer', 'id-token-wrong-issuer', 'workspace.untrusted_answer'],
    ['another nonce', 'id-token-wrong-nonce', 'workspace.untrusted_answer'],
    ['no nonce', 'id-token-without-nonce', 'workspace.untrusted_answer'],
    ['an expired ID token', 'id-token-expired', 'workspace.untrusted_answer'],
    ['a signature by somebody else', 'id-token-bad-signature', 'workspace.untrusted_answer'],
    ['no signature', 'id-token-unsigned', 'workspace.untrusted_answer'],
    ['no ID token', 'without-id-token', 'workspace.untrusted_answer'],
    ['no hosted domain', 'id-token-without-hosted-domain', 'workspace.personal_account'],
    ['another hosted domain', 'id-token-other-hosted-domain', 'workspace.wrong_account_domain'],
    ['an address that is not verified', 'id-token-unverified-email', 'workspace.unverified_email'],
  ];
  test.each(cases)('%s', async (_name, kind, code) => {
    google.faults.set({ kind });
    expect(await outcomeOf(await run())).toEqual(refusedWith(code));
  });
});

describe('a person who may not, or does not want to, is told so', () => {
  test('cancelled at Google', async () => {
    expect(await outcomeOf(await run({ cancel: true }))).toEqual(refusedWith('workspace.cancelled'));
  });

  test('the administrator of another organization’s Workspace', async () => {
    expect(await outcomeOf(await run({ account: 'admin@other-clinic.example' }))).toEqual(
      refusedWith('workspace.wrong_account_domain'),
    );
  });

  test('a personal account', async () => {
    expect(await outcomeOf(await run({ account: 'robin.personal@mail.example' }))).toEqual(
      refusedWith('workspace.personal_account'),
    );
  });

  test('an administrator who is not a super administrator, and an ordinary user', async () => {
    expect(await outcomeOf(await run({ account: 'helpdesk@cedar.example' }))).toEqual(
      refusedWith('workspace.no_super_admin'),
    );
    expect(await outcomeOf(await run({ account: 'frontdesk@cedar.example' }))).toEqual(
      refusedWith('workspace.no_super_admin'),
    );
  });

  test('the permission to read unticked on the consent page', async () => {
    expect(await outcomeOf(await run({ untick: [policiesScope] }))).toEqual(refusedWith('workspace.scope_missing'));
  });
});

describe('an answer that does not belong to this session’s sign-in is refused', () => {
  const begin = async (as: 'orgAdmin' | 'mspAdmin' = 'orgAdmin') =>
    signInAtGoogle(await startSignIn(world, as, 'cedar'));

  test('no state, a junk state, a state nobody gave out', async () => {
    const { state = '', ...rest } = await begin();
    expect(await outcomeOf(await finishSignIn(world, rest, { as: 'orgAdmin' }))).toEqual(
      refusedWith('workspace.state_invalid'),
    );
    expect(await outcomeOf(await finishSignIn(world, { ...rest, state: `${state}x` }, { as: 'orgAdmin' }))).toEqual(
      refusedWith('workspace.state_invalid'),
    );
    const other = `${state.slice(0, -8)}AAAAAAAA`;
    expect(await outcomeOf(await finishSignIn(world, { ...rest, state: other }, { as: 'orgAdmin' }))).toEqual(
      refusedWith('workspace.state_invalid'),
    );
    expect(alive()).toEqual([]);
  });

  test('the state of a tenant in another one', async () => {
    const { state = '', ...rest } = await begin();
    const moved = `${world.msps.lake.toString(36)}.${state.split('.')[1] ?? ''}`;
    expect(await outcomeOf(await finishSignIn(world, { ...rest, state: moved }, { as: 'orgAdmin' }))).toEqual(
      refusedWith('workspace.state_invalid'),
    );
  });

  test('brought by another person, who does not spoil it for the one who began', async () => {
    const query = await begin();
    expect(await outcomeOf(await finishSignIn(world, query, { as: 'securityAnalyst' }))).toEqual(
      refusedWith('workspace.state_invalid'),
    );
    expect(await outcomeOf(await finishSignIn(world, query, { as: 'foreignMspAdmin' }))).toEqual(
      refusedWith('workspace.state_invalid'),
    );
    expect(await outcomeOf(await finishSignIn(world, query, {}))).toEqual(refusedWith('workspace.state_invalid'));
    expect((await finishSignIn(world, query, { as: 'orgAdmin' })).uuid).toBeDefined();
  });

  test('used a second time, also at the same moment', async () => {
    const query = await begin();
    const both = await Promise.all([1, 2].map(() => finishSignIn(world, query, { as: 'orgAdmin' })));
    expect(both.filter(({ uuid }) => uuid !== undefined)).toHaveLength(1);
    expect(both.map(({ message }) => message)).toContain(errors['workspace.state_invalid'].message);
    before = await stored();
    expect(await outcomeOf(await finishSignIn(world, query, { as: 'orgAdmin' }))).toEqual(
      refusedWith('workspace.state_invalid'),
    );
  });

  test('the code of another sign-in: its proof key does not fit', async () => {
    const mine = await begin();
    const other = await begin('mspAdmin');
    const mixed = { ...mine, code: other['code'] ?? '' };
    expect(await outcomeOf(await finishSignIn(world, mixed, { as: 'orgAdmin' }))).toEqual(
      refusedWith('workspace.state_invalid'),
    );
  });

  test('a code that Google does not know, a missing one, one with blanks in it', async () => {
    const bad = async (code: string | undefined) => {
      const { code: _, ...rest } = await begin();
      return finishSignIn(world, code === undefined ? rest : { ...rest, code }, { as: 'orgAdmin' });
    };
    expect(await outcomeOf(await bad('4/0unknown'))).toEqual(refusedWith('workspace.state_invalid'));
    expect(await outcomeOf(await bad(undefined))).toEqual(refusedWith('workspace.failed'));
    expect(await outcomeOf(await bad('4/0 with blanks'))).toEqual(refusedWith('workspace.failed'));
  });

  test('that says it comes from somebody else than Google, or hides from whom', async () => {
    const from = async (iss: string | undefined) => {
      const { iss: _, ...rest } = await begin();
      return finishSignIn(world, iss === undefined ? rest : { ...rest, iss }, { as: 'orgAdmin' });
    };
    for (const iss of ['https://issuer.example', '', undefined]) {
      expect(await outcomeOf(await from(iss))).toEqual(refusedWith('workspace.untrusted_answer'));
    }
  });

  test.each([
    ['server_error', 'workspace.failed'],
    ['admin_policy_enforced', 'workspace.blocked_by_admin'],
  ] as const)('an error that Google reports through the browser (%s)', async (error, code) => {
    const { state = '' } = await begin();
    const query = { state, error, error_description: '<script>alert(1)</script>' };
    expect(await outcomeOf(await finishSignIn(world, query, { as: 'orgAdmin' }))).toEqual(refusedWith(code));
  });

  test('a domain that is not the organization’s does not even begin', async () => {
    const reply = await world.call(sraEndpoints.startWorkspaceSignIn, {
      as: 'orgAdmin',
      query: { orgId: world.organizations.cedar.id, expectedDomain: 'oak.example' },
    });
    expect(reply).toMatchObject({ status: 400, json: { code: 'workspace.wrong_domain' } });
  });
});

describe('rights and facts that changed while the person was at Google count', () => {
  const cedar = () => world.organizations.cedar.id;

  test('the session was ended', async () => {
    const query = await signInAtGoogle(await startSignIn(world, 'securityAnalyst', 'cedar'));
    const [row] = await world.owner<{ id: string }>(
      'update sessions set ended_at = now() where user_id = $1 and ended_at is null returning id',
      [world.people.securityAnalyst.userId],
    );
    expect(await outcomeOf(await finishSignIn(world, query, { as: 'securityAnalyst' }))).toEqual(
      refusedWith('session.missing'),
    );
    await world.owner('update sessions set ended_at = null where id = $1', [row?.id]);
  });

  test('the role was taken away', async () => {
    const query = await signInAtGoogle(await startSignIn(world, 'securityAnalyst', 'cedar'));
    await world.owner('update users set role_id = 5 where id = $1', [world.people.securityAnalyst.userId]);
    expect(await outcomeOf(await finishSignIn(world, query, { as: 'securityAnalyst' }))).toEqual(
      refusedWith('access.denied'),
    );
    await world.owner('update users set role_id = 8 where id = $1', [world.people.securityAnalyst.userId]);
  });

  test('the role was taken away while the settings were being read', async () => {
    const query = await signInAtGoogle(await startSignIn(world, 'securityAnalyst', 'cedar'));
    google.faults.set({ kind: 'slow', milliseconds: 300, times: 1 });
    const finishing = finishSignIn(world, query, { as: 'securityAnalyst' });
    await expect.poll(alive).toHaveLength(1);
    await world.owner('update users set role_id = 5 where id = $1', [world.people.securityAnalyst.userId]);
    expect(await outcomeOf(await finishing)).toEqual(refusedWith('access.denied'));
    await world.owner('update users set role_id = 8 where id = $1', [world.people.securityAnalyst.userId]);
  });

  test('the organization got another domain', async () => {
    const query = await signInAtGoogle(await startSignIn(world, 'orgAdmin', 'cedar'));
    await world.owner("update organizations set domain_name = 'moved.example' where id = $1", [cedar()]);
    expect(await outcomeOf(await finishSignIn(world, query, { as: 'orgAdmin' }))).toEqual(
      refusedWith('workspace.state_invalid'),
    );
    await world.owner("update organizations set domain_name = 'cedar.example' where id = $1", [cedar()]);
  });

  test('ten minutes passed', async () => {
    const query = await signInAtGoogle(await startSignIn(world, 'orgAdmin', 'cedar'));
    await world.owner("update workspace_sign_ins set expires_at = now() - interval '1 second' where used_at is null");
    expect(await outcomeOf(await finishSignIn(world, query, { as: 'orgAdmin' }))).toEqual(
      refusedWith('workspace.state_invalid'),
    );
  });
});

describe('what Google’s services answer instead of settings', () => {
  const cases: readonly (readonly [string, Parameters<AssessingWorld['google']['faults']['set']>[0], ErrorCode])[] = [
    ['the API is switched off', { kind: 'service-disabled' }, 'workspace.api_disabled'],
    ['permission withdrawn on the second page', { kind: 'permission-denied', afterPages: 1 }, 'workspace.interrupted'],
    ['the token is not taken', { kind: 'unauthenticated' }, 'workspace.failed'],
    ['the quota stays used up', { kind: 'rate-limited' }, 'workspace.quota'],
    ['the service stays down', { kind: 'server-error' }, 'workspace.unreachable'],
    ['half a JSON document', { kind: 'malformed-json' }, 'workspace.unreadable'],
    ['more than five megabytes', { kind: 'huge-body' }, 'workspace.too_large'],
    ['pages without end', { kind: 'endless-pages' }, 'workspace.too_large'],
    ['no settings at all', { kind: 'no-policies' }, 'workspace.no_policies'],
    ['nothing within the time', { kind: 'slow', milliseconds: 1_500 }, 'workspace.too_slow'],
    ['no token', { kind: 'token-error' }, 'workspace.state_invalid'],
  ];
  test.each(cases)('%s', async (_name, fault, code) => {
    google.faults.set(fault);
    expect(await outcomeOf(await run())).toEqual(refusedWith(code));
  });

  test.each([
    ['a limit that is over soon', { kind: 'rate-limited', times: 3 }],
    ['a service that comes back', { kind: 'server-error', times: 2 }],
    ['a single answer that is late', { kind: 'slow', milliseconds: 900, times: 1 }],
    ['empty pages with a token', { kind: 'empty-pages', times: 2 }],
  ] as const)('%s is got over', async (_name, fault) => {
    google.faults.set(fault);
    expect((await run()).uuid).toBeDefined();
  });

  test('a token that cannot be handed back does not spoil what was read', async () => {
    google.faults.set({ kind: 'revoke-error' });
    expect((await run()).uuid).toBeDefined();
    expect(alive()).toHaveLength(1);
    alive().forEach((token) => Object.assign(token, { revokedAt: Date.now() }));
  });

  test('no token within the time: one that Google made too late is one nobody has', async () => {
    google.faults.set({ kind: 'token-slow', milliseconds: 1_500 });
    expect((await run()).message).toBe(errors['workspace.too_slow'].message);
    await expect.poll(alive, { timeout: 3_000 }).toHaveLength(1);
    alive().forEach((token) => Object.assign(token, { revokedAt: Date.now() }));
  });

  test('every failure stands in the audit log of the organization, with who tried', async () => {
    google.faults.set({ kind: 'service-disabled' });
    await run();
    const [entry] = await world.owner<{ log: string; result: string; user_name: string; organization_id: string }>(
      'select log, result, user_name, organization_id from audit_log where tenant_id = $1 order by seq desc limit 1',
      [world.msps.harbor],
    );
    expect(entry).toEqual({
      log: `Signing in to the Google Workspace of cedar.example failed: ${errors['workspace.api_disabled'].message}`,
      result: 'failure',
      user_name: world.people.orgAdmin.name,
      organization_id: String(world.organizations.cedar.id),
    });
  });
});
