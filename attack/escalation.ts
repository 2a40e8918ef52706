import { demoPassword } from '../tools/demo-accounts.mjs';
import { addressOf, type Described, describedCalls } from './calls.ts';
import { type Random, randomOf } from './random.ts';
import { type Account, type Findings, sessionIn, type Target } from './target.ts';

/** People who must not be able to reach more than they do, whatever they call in whatever order. */
const low: readonly Account[] = [
  'mspAuditor',
  'mspUser',
  'orgAuditor',
  'employee',
  'vendor',
  'securityAnalyst',
  'complianceAnalyst',
];
const stepsEach = 300;
const lookEvery = 60;

const probes = [
  '/api/organization-service/organizations/{id}',
  '/api/organization-service/organizations/{id}/dashboard',
  '/api/organization-service/organizations/{id}/assessments',
  '/api/organization-service/organizations/{id}/billing',
  '/api/organization-service/org/team-members?orgId={id}',
  '/api/msp-service/msp/tenants',
  '/api/msp-service/msp/team-members',
  '/api/msp-service/msp/billing',
  '/api/msp-service/msp/invitations',
  '/api/msp-service/msp/pending-requests',
] as const;

type Reach = { readonly identity: string; readonly open: ReadonlySet<string> };

async function reachOf(target: Target, cookie: string, organizations: readonly number[]): Promise<Reach> {
  const me = await target.ask({ path: '/api/auth/me', cookie });
  const { userType, roleId, isRootUser, mspId, orgId, scopes }: Record<string, unknown> =
    me.status === 200 ? JSON.parse(me.text) : {};
  const open = new Set<string>();
  const addresses = probes.flatMap((probe) =>
    probe.includes('{id}') ? organizations.map((id) => probe.replace('{id}', String(id))) : [probe],
  );
  for (const path of addresses) {
    const { status } = await target.ask({ path, cookie });
    if (status < 300) {
      open.add(path);
    }
  }
  return { identity: JSON.stringify({ userType, roleId, isRootUser, mspId, orgId, scopes }), open };
}

type Seen = { readonly organizations: readonly number[]; readonly people: readonly number[] };

const roles = ['MSP_SUPER_ADMIN', 'MSP_USER', 'ORG_ADMIN', 'SECURITY_ANALYST', 1, 4];

function valueFor(key: string, random: Random, { organizations, people }: Seen): unknown {
  if (/role/i.test(key)) return random.pick(roles);
  if (/tenantIds|organizationIds|ids$/i.test(key)) return [random.pick(organizations), random.pick(organizations)];
  if (/user|person/i.test(key)) return random.pick(people);
  if (/id$/i.test(key)) return random.pick([...organizations, ...people]);
  if (/email/i.test(key)) return `walker${random.below(50)}@cedarclinic.example`;
  if (/password/i.test(key)) return random.pick([demoPassword, 'another long password of mine']);
  if (/required|enabled|include/i.test(key)) return random.chance(0.5);
  return random.pick(['A name', '2026-12-01', 1, true, 'x', 'dark']);
}

function step(
  random: Random,
  call: Described,
  seen: Seen,
): { readonly path: string; readonly body: string | undefined } {
  const path = addressOf(call, () => String(random.pick([...seen.organizations, ...seen.people, 1, 2, 3])));
  const query = call.query
    .filter(() => random.chance(0.4))
    .map((key) => `${key}=${encodeURIComponent(String(valueFor(key, random, seen)))}`);
  const extra = random.chance(0.2)
    ? { [random.pick(['isRootUser', 'role', 'mspId', 'scopes', 'status'])]: random.pick([true, 'MSP_SUPER_ADMIN', 1]) }
    : {};
  const body =
    call.method === 'POST'
      ? JSON.stringify({ ...Object.fromEntries(call.body.map((key) => [key, valueFor(key, random, seen)])), ...extra })
      : undefined;
  return { path: query.length === 0 ? path : `${path}?${query.join('&')}`, body };
}

/** Random walks over every call as people with little to say: nobody ever reaches something that they did not reach before. */
export async function escalation(target: Target): Promise<Findings> {
  // Without signing out and without changing the own password, which end the walk and gain nothing.
  const calls = (await describedCalls(target)).filter(
    ({ path }) => !/logout|login|password|sessions|second-factor|totp|passkey/.test(path),
  );
  const seen = await everythingThere(target);
  const defects: string[] = [];
  let checked = 0;
  let letIn = 0;
  const walk = async (account: Account, seed: number): Promise<void> => {
    const random = randomOf(seed);
    let cookie = await target.signIn(account);
    const before = await reachOf(target, cookie, seen.organizations);
    for (let steps = 1; steps <= stepsEach; steps += 1) {
      const call = random.pick(calls);
      const { path, body } = step(random, call, seen);
      const headers = body === undefined ? {} : { origin: target.origin, 'content-type': 'application/json' };
      const reply = await target.ask({
        method: call.method,
        path,
        cookie,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      // Giving the password again changes the session's secret.
      cookie = sessionIn(reply) ?? cookie;
      checked += 1;
      letIn += reply.status < 400 ? 1 : 0;
      if (steps % lookEvery === 0) {
        defects.push(...gained(account, before, await reachOf(target, cookie, seen.organizations)));
      }
    }
  };
  await Promise.all(low.map((account, index) => walk(account, 7_001 + index)));
  return { checked, of: `steps of ${low.length} people, ${letIn} let in`, defects: [...new Set(defects)] };
}

function gained(account: Account, before: Reach, after: Reach): string[] {
  const more = [...after.open].filter((path) => !before.open.has(path)).map((path) => `${account} now reaches ${path}`);
  const isSame = after.identity === before.identity || after.identity === '{}';
  return isSame ? more : [...more, `${account} became ${after.identity}`];
}

/** What a root user sees: the ids to try. */
async function everythingThere(target: Target): Promise<Seen> {
  const cookie = await target.signIn('root');
  const ids = async (path: string, as: string, key: string): Promise<number[]> => {
    const { text } = await target.ask({ path, cookie: as });
    const found: Record<string, readonly { readonly id: number }[]> = JSON.parse(text);
    return (found[key] ?? []).map(({ id }) => id);
  };
  const all = await ids('/api/msp-service/msp/tenants', cookie, 'tenants');
  const ours = await target.signIn('orgAdmin');
  const msp = await target.signIn('mspAdmin');
  const people = [
    ...(await ids('/api/organization-service/org/team-members', ours, 'team')),
    ...(await ids('/api/msp-service/msp/team-members', msp, 'team')),
  ];
  // Own, siblings and foreign ones: a spread over all of them.
  const organizations = all.filter((_, index) => index % Math.max(1, Math.floor(all.length / 8)) === 0);
  return { organizations, people };
}
