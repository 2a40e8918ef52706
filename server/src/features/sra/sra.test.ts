import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { openTransactions } from '../../testing/open-transactions.ts';
import { assess } from '../../testing/workspace-sign-in.ts';
import type { OrganizationKey, PersonKey } from '../../testing/world.ts';

let world: AssessingWorld['world'];
let google: AssessingWorld['google'];
beforeAll(async () => {
  ({ world, google } = await buildAssessingWorld());
});

const idOf = (organization: OrganizationKey) => world.organizations[organization].id;

async function open(as: PersonKey, uuid: string | undefined) {
  return world.call(sraEndpoints.listPolicies, { as, query: { uuid } });
}

async function opened(as: PersonKey, organization: OrganizationKey) {
  const { uuid } = await assess(world, as, organization);
  const reply = await open(as, uuid);
  return { uuid, ...sraEndpoints.listPolicies.reply.parse(reply.json) };
}

async function history(as: PersonKey, organization: OrganizationKey) {
  const reply = await world.call(sraEndpoints.listAssessments, { as, params: { id: idOf(organization) } });
  return sraEndpoints.listAssessments.reply.parse(reply.json);
}

async function newest(as: PersonKey, organization: OrganizationKey) {
  const reply = await world.call(sraEndpoints.findNewestAssessment, { as, params: { id: idOf(organization) } });
  return sraEndpoints.findNewestAssessment.reply.parse(reply.json).newest;
}

async function reopened(as: PersonKey, organization: OrganizationKey, assessmentId: number) {
  return world.call(sraEndpoints.findAssessment, { as, params: { id: idOf(organization), assessmentId } });
}

describe('assessing a workspace: what it does', () => {
  test('the sign-in asks for no more than it needs, and the state says nothing about the person', async () => {
    const reply = await world.call(sraEndpoints.startWorkspaceSignIn, {
      as: 'orgAdmin',
      query: { orgId: idOf('cedar'), expectedDomain: 'Cedar.Example' },
    });
    const { authUrl } = sraEndpoints.startWorkspaceSignIn.reply.parse(reply.json);
    const { origin, pathname, searchParams } = new URL(authUrl);
    expect(origin + pathname).toBe(`${google.issuer}/o/oauth2/v2/auth`);
    const { state, nonce, code_challenge: challenge, ...rest } = Object.fromEntries(searchParams);
    expect(rest).toEqual({
      client_id: google.clientId,
      redirect_uri: 'http://localhost:3000/api/auth/google/callback',
      response_type: 'code',
      scope: 'openid email https://www.googleapis.com/auth/cloud-identity.policies.readonly',
      code_challenge_method: 'S256',
      hd: 'cedar.example',
      prompt: 'select_account',
      access_type: 'online',
    });
    expect(state).toMatch(/^[0-9a-z]+\.[\w-]{43}$/);
    expect(nonce).toMatch(/^[\w-]{43}$/);
    expect(challenge).toMatch(/^[\w-]{43}$/);
    const [row] = await world.owner<{ text: string }>('select s::text as text from workspace_sign_ins s');
    expect(row?.text).not.toContain(state ?? 'no state');
  });

  test('every row has best practice with exactly the keys of its value, and the score follows from the verdicts', async () => {
    const { assessment, policies } = await opened('orgAdmin', 'cedar');
    expect(policies.length).toBeGreaterThan(50);
    const judged = policies.filter(({ verdict }) => ['compliant', 'partial', 'non-compliant'].includes(verdict));
    expect(judged.map(({ bestPractice }) => Object.keys(bestPractice))).toEqual(
      judged.map(({ setting }) => Object.keys(setting.value)),
    );
    const count = (verdict: string) => policies.filter((policy) => policy.verdict === verdict).length;
    const counted = count('compliant') + count('partial') + count('non-compliant');
    expect(assessment.score).toBeCloseTo((100 * (count('compliant') + count('partial') / 2)) / counted, 1);
    expect(assessment).toMatchObject({
      organizationId: idOf('cedar'),
      assessedBy: world.people.orgAdmin.name,
      account: 'admin@cedar.example',
      includesTier2: false,
      accepted: 0,
      counts: { compliant: count('compliant'), partial: count('partial'), 'non-compliant': count('non-compliant') },
    });
  });

  test('it is kept: listed, and opened again without Google, the same in every row', async () => {
    const { assessment, policies } = await opened('orgAdmin', 'cedar');
    const { assessments, total } = await history('securityAnalyst', 'cedar');
    expect(assessments[0]).toEqual(assessment);
    expect(total).toBe(assessments.length);
    expect((await reopened('securityAnalyst', 'cedar', assessment.id)).json).toEqual({ assessment, policies });
  });

  test('the newest one is opened in one call; where nothing was assessed there is none', async () => {
    expect(await newest('siblingAdmin', 'oak')).toBeNull();
    await opened('orgAdmin', 'cedar');
    const { assessment, policies } = await opened('orgAdmin', 'cedar');
    expect(await newest('securityAnalyst', 'cedar')).toEqual({ assessment, policies });
  });

  test('long histories come in parts that join without a gap', async () => {
    const { assessments } = await history('orgAdmin', 'cedar');
    const [newest, ...older] = assessments;
    const reply = await world.call(sraEndpoints.listAssessments, {
      as: 'orgAdmin',
      params: { id: idOf('cedar') },
      query: { before: newest?.id },
    });
    expect(sraEndpoints.listAssessments.reply.parse(reply.json).assessments).toEqual(older);
  });

  test('tier 2 is added where the organization wants it, for the assessments to come', async () => {
    const settings = { as: 'orgAdmin', params: { id: idOf('cedar') } } as const;
    const { policies: few } = await opened('orgAdmin', 'cedar');
    expect((await world.call(sraEndpoints.findAssessmentSettings, settings)).json).toEqual({ includeTier2: false });
    await world.call(sraEndpoints.changeAssessmentSettings, { ...settings, body: { includeTier2: true } });
    const { policies: more, assessment } = await opened('orgAdmin', 'cedar');
    expect(assessment.includesTier2).toBe(true);
    expect(Math.max(...few.map(({ tier }) => tier))).toBe(1);
    expect(more.some(({ tier }) => tier === 2)).toBe(true);
    await world.call(sraEndpoints.changeAssessmentSettings, { ...settings, body: { includeTier2: false } });
  });

  test('no transaction is open while Google is asked', async () => {
    google.faults.set({ kind: 'slow', milliseconds: 600, times: 1 });
    const finishing = assess(world, 'orgAdmin', 'cedar');
    // Given back as soon as everything is read.
    const isAsked = () => google.tokens().some(({ revokedAt }) => revokedAt === undefined);
    await expect.poll(isAsked).toBe(true);
    // A read is answered before its COMMIT has arrived: that comes while Google is still being asked.
    await expect.poll(() => openTransactions(world), { interval: 10 }).toBe(0);
    expect(isAsked()).toBe(true);
    expect((await finishing).uuid).toBeDefined();
  });

  test('two people who assess at the same moment both get theirs, and each finding stays one', async () => {
    const before = (await history('orgAdmin', 'cedar')).total;
    const both = await Promise.all([assess(world, 'orgAdmin', 'cedar'), assess(world, 'mspAdmin', 'cedar')]);
    expect(both.map(({ message }) => message)).toEqual([undefined, undefined]);
    expect((await history('orgAdmin', 'cedar')).total).toBe(before + 2);
    const [newest] = (await history('orgAdmin', 'cedar')).assessments;
    const [row] = await world.owner<{ open: string }>(
      'select count(*) as open from findings where organization_id = $1 and resolved_at is null',
      [idOf('cedar')],
    );
    expect(Number(row?.open)).toBe((newest?.counts.partial ?? 0) + (newest?.counts['non-compliant'] ?? 0));
  });

  test('what began, what was assessed and what was switched stands in the audit log', async () => {
    const rows = await world.owner<{ log: string }>(
      `select distinct regexp_replace(log, '[0-9.]+', '#', 'g') as log from audit_log
       where tenant_id = $1 and organization_id = $2 and category = 'Assessments'`,
      [world.msps.harbor, idOf('cedar')],
    );
    expect(rows.map(({ log }) => log).sort()).toEqual([
      'Added the additional settings (tier #) to assessments',
      'Began to sign in to the Google Workspace of cedar#example',
      'Removed the additional settings (tier #) from assessments',
      'Security risk assessment run with admin@cedar#example: score #, # open findings',
    ]);
  });

  test('where Google is not set up, the sentence says so', async () => {
    const { world: bare, google: unused } = await buildAssessingWorld({
      environment: { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' },
    });
    const reply = await bare.call(sraEndpoints.startWorkspaceSignIn, {
      as: 'orgAdmin',
      query: { orgId: bare.organizations.cedar.id, expectedDomain: 'cedar.example' },
    });
    expect(reply).toMatchObject({ status: 503, json: { code: 'workspace.not_configured' } });
    await unused.stop();
    const unreachable = await buildAssessingWorld({ environment: { GOOGLE_ISSUER: 'http://127.0.0.1:9' } });
    const second = await unreachable.world.call(sraEndpoints.startWorkspaceSignIn, {
      as: 'orgAdmin',
      query: { orgId: unreachable.world.organizations.cedar.id, expectedDomain: 'cedar.example' },
    });
    expect(second).toMatchObject({ status: 503, json: { code: 'workspace.unreachable' } });
    await unreachable.google.stop();
  });
});

describe('assessing a workspace: who may', () => {
  test.each(['root', 'mspAdmin', 'orgAdmin', 'securityAnalyst'] as const)('%s may, and opens it', async (as) => {
    const { uuid } = await assess(world, as, 'cedar');
    expect((await open(as, uuid)).status).toBe(200);
  });

  test.each(['mspUser', 'mspAuditor', 'orgAuditor', 'employee', 'vendor', 'complianceAnalyst'] as const)(
    '%s may not begin',
    async (as) => {
      const reply = await world.call(sraEndpoints.startWorkspaceSignIn, {
        as,
        query: { orgId: idOf('cedar'), expectedDomain: 'cedar.example' },
      });
      expect(reply).toMatchObject({ status: 403, json: { code: 'access.denied' } });
    },
  );
});

describe('assessing a workspace: whose it is', () => {
  const missing = { status: 404, json: { message: 'No access token found. Please sign in to view policies.' } };

  test('a uuid opens it for nobody but the session that began it', async () => {
    const { uuid } = await assess(world, 'orgAdmin', 'cedar');
    for (const as of ['securityAnalyst', 'mspAdmin', 'root', 'siblingAdmin', 'foreignMspAdmin'] as const) {
      expect({ as, ...(await open(as, uuid)) }).toMatchObject({ as, ...missing });
    }
    expect(await open('orgAdmin', '00000000-0000-4000-8000-000000000000')).toMatchObject(missing);
    expect(await open('orgAdmin', 'ffffffff-ffff-8fff-bfff-ffffffffffff')).toMatchObject(missing);
    expect((await open('orgAdmin', 'not-a-uuid')).status).toBe(400);
  });

  test('it opens nothing after 30 minutes, and nothing for somebody who lost the role', async () => {
    const { uuid } = await assess(world, 'securityAnalyst', 'cedar');
    await world.owner('update users set role_id = 5 where id = $1', [world.people.securityAnalyst.userId]);
    expect(await open('securityAnalyst', uuid)).toMatchObject({ status: 403, json: { code: 'access.denied' } });
    await world.owner('update users set role_id = 8 where id = $1', [world.people.securityAnalyst.userId]);
    expect((await open('securityAnalyst', uuid)).status).toBe(200);
    await world.owner("update assessments set assessed_at = assessed_at - interval '31 minutes' where uuid = $1", [
      uuid,
    ]);
    expect(await open('securityAnalyst', uuid)).toMatchObject(missing);
  });

  test('another organization’s assessment is the same 404 as none, in every call that names one', async () => {
    const { assessment } = await opened('orgAdmin', 'cedar');
    await opened('siblingAdmin', 'oak');
    const { assessments } = await history('siblingAdmin', 'oak');
    expect(assessments.map(({ organizationId }) => organizationId)).toEqual([idOf('oak')]);
    const own = assessments[0]?.id ?? 0;
    const calls = [
      sraEndpoints.findAssessment,
      sraEndpoints.downloadAssessmentCsv,
      sraEndpoints.downloadAssessmentReport,
    ];
    for (const assessmentId of [assessment.id, 999_999]) {
      for (const endpoint of calls) {
        const reply = await world.call(endpoint, { as: 'siblingAdmin', params: { id: idOf('oak'), assessmentId } });
        expect(reply).toMatchObject({ status: 404, json: { code: 'assessment.not_found' } });
      }
      const compare = await world.call(sraEndpoints.compareAssessments, {
        as: 'siblingAdmin',
        params: { id: idOf('oak'), assessmentId: own },
        query: { before: assessmentId },
      });
      expect(compare).toMatchObject({ status: 404, json: { code: 'assessment.not_found' } });
    }
    const foreign = await reopened('siblingAdmin', 'cedar', assessment.id);
    expect(foreign).toMatchObject({ status: 404, json: { code: 'organization.not_found' } });
  });

  test('an independent organization and a root user are served like an MSP’s', async () => {
    const { assessment } = await opened('independentAdmin', 'birch');
    expect(assessment.organizationId).toBe(idOf('birch'));
    const { assessments } = await history('root', 'birch');
    expect(assessments.map(({ id }) => id)).toEqual([assessment.id]);
    expect((await reopened('mspAdmin', 'birch', assessment.id)).status).toBe(404);
  });
});
