import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { assess } from '../../testing/workspace-sign-in.ts';
import type { PersonKey } from '../../testing/world.ts';

let world: AssessingWorld['world'];
let google: AssessingWorld['google'];
beforeAll(async () => {
  ({ world, google } = await buildAssessingWorld());
});

const googleValue = z.record(z.string(), z.json());
const cedar = () => ({ id: world.organizations.cedar.id });

async function run(as: PersonKey = 'orgAdmin') {
  const { uuid } = await assess(world, as, 'cedar');
  return sraEndpoints.listPolicies.reply.parse(
    (await world.call(sraEndpoints.listPolicies, { as, query: { uuid } })).json,
  );
}

async function newest() {
  const list = await world.call(sraEndpoints.listAssessments, { as: 'orgAdmin', params: cedar() });
  return sraEndpoints.listAssessments.reply.parse(list.json).assessments[0];
}

async function show(assessmentId: number) {
  const reply = await world.call(sraEndpoints.findAssessment, { as: 'orgAdmin', params: { ...cedar(), assessmentId } });
  return sraEndpoints.findAssessment.reply.parse(reply.json);
}

async function list() {
  const reply = await world.call(sraEndpoints.listExceptions, { as: 'orgAdmin', params: cedar() });
  return sraEndpoints.listExceptions.reply.parse(reply.json).exceptions;
}

const inDays = (days: number) => new Date(world.kernel.clock.now().getTime() + days * 86_400_000).toISOString();

/** Sessions end when the clock moves by days; what is tested here does not. */
async function move(days: number) {
  world.clock.move({ days });
  const now = world.kernel.clock.now();
  await world.owner('update sessions set last_seen_at = $1, expires_at = $1::timestamptz + interval $$400 days$$', [
    now,
  ]);
}

type Finding = { readonly settingType: string; readonly target: string };
const accept = (finding: Finding, more: object = {}, as: PersonKey = 'orgAdmin') =>
  world.call(sraEndpoints.acceptFinding, {
    as,
    params: cedar(),
    body: {
      ...finding,
      reason: 'The front desk needs it.',
      compensatingMeasure: 'Reviewed every month.',
      expiresAt: inDays(30),
      ...more,
    },
  });

const logOf = async () =>
  (
    await world.owner<{ log: string; userName: string; organizationId: number }>(
      `select log, user_name as "userName", organization_id::integer as "organizationId" from audit_log
       where tenant_id = $1 and target_type = 'exception' order by seq`,
      [world.msps.harbor],
    )
  ).filter(({ log }) => log.includes('expired'));

async function aFinding(nth = 0): Promise<Finding & { readonly assessmentId: number }> {
  const { policies, assessment } = await run();
  const failing = policies.filter(({ verdict }) => verdict === 'non-compliant')[nth];
  return {
    settingType: failing?.setting.type ?? '',
    target: failing?.target ?? '',
    assessmentId: assessment.id,
  };
}

describe('accepting a finding: what it does', () => {
  test('it is counted apart, shown at its row and in the list; score and verdict stay', async () => {
    const { assessmentId, ...finding } = await aFinding();
    const before = await show(assessmentId);
    const reply = await accept(finding);
    expect(reply).toMatchObject({ status: 200, json: { exception: { ...finding, state: 'in-force', endedAt: null } } });
    const after = await show(assessmentId);
    expect(after.assessment).toEqual({ ...before.assessment, accepted: 1 });
    expect(await newest()).toEqual(after.assessment);
    const rows = after.policies.filter(({ exception }) => exception !== null);
    expect(rows.map(({ setting, target, verdict }) => ({ settingType: setting.type, target, verdict }))).toEqual([
      { ...finding, verdict: 'non-compliant' },
    ]);
    expect(rows[0]?.exception?.acceptedBy).toBe(world.people.orgAdmin.name);
    expect(await list()).toHaveLength(1);
  });

  test('it returns by itself on its day, and can then be accepted anew', async () => {
    const { assessmentId, ...finding } = await aFinding();
    await move(29);
    expect((await show(assessmentId)).assessment.accepted).toBe(1);
    await move(2);
    expect((await show(assessmentId)).assessment.accepted).toBe(0);
    expect((await list()).map(({ state }) => state)).toEqual(['expired']);
    const { policies } = await show(assessmentId);
    const rows = policies.filter(({ expired }) => expired !== null);
    expect(rows.map(({ setting, target, verdict, exception }) => [setting.type, target, verdict, exception])).toEqual([
      [finding.settingType, finding.target, 'non-compliant', null],
    ]);
    expect((await accept(finding)).status).toBe(200);
    expect((await show(assessmentId)).policies.filter(({ expired }) => expired !== null)).toEqual([]);
    const states = (await list()).map(({ state, endedAt }) => ({ state, endedAt }));
    expect(states).toEqual([
      { state: 'in-force', endedAt: null },
      { state: 'expired', endedAt: null },
    ]);
  });

  test('its end stands in the audit log once, whoever comes first: the day or the next acceptance', async () => {
    // The one before made room before anybody had written down that it expired.
    const written = await logOf();
    expect(written).toEqual([
      {
        log: expect.stringMatching(/^The exception for “.+” expired on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
        userName: 'System',
        organizationId: cedar().id,
      },
    ]);
    await world.kernel.jobs.runDue();
    expect(await logOf()).toEqual(written);

    const { settingType, target } = await aFinding(5);
    expect((await accept({ settingType, target }, { expiresAt: inDays(1) })).status).toBe(200);
    await world.kernel.jobs.runDue();
    expect(await logOf()).toEqual(written);
    await move(2);
    await Promise.all([world.kernel.jobs.runDue(), world.kernel.jobs.runDue()]);
    await world.kernel.jobs.runDue();
    expect(await logOf()).toHaveLength(2);

    // What is written down holds, also when the clock is put back.
    await move(-2);
    const one = (await list()).find((exception) => exception.settingType === settingType);
    expect(one?.state).toBe('expired');
    await move(2);
  });

  test('it can be ended early, once', async () => {
    const [current] = await list();
    const end = () =>
      world.call(sraEndpoints.endException, {
        as: 'securityAnalyst',
        params: { ...cedar(), exceptionId: current?.id ?? 0 },
      });
    expect(await end()).toMatchObject({
      status: 200,
      json: { exception: { state: 'ended', endedBy: world.people.securityAnalyst.name } },
    });
    expect(await end()).toMatchObject({ status: 404, json: { code: 'exception.not_found' } });
    expect((await newest())?.accepted).toBe(0);
    const before = await logOf();
    await move(40);
    await world.kernel.jobs.runDue();
    expect(await logOf()).toEqual(before);
  });

  test('the next assessment still knows it; when the setting is mended, nothing is left to accept', async () => {
    const { settingType, target } = await aFinding(1);
    await accept({ settingType, target });
    const { policies, assessment } = await run();
    expect(assessment.accepted).toBe(1);
    const row = policies.find((policy) => policy.setting.type === settingType && policy.target === target);
    google.workspaces.of('cedar.example').setSetting(settingType, googleValue.parse(row?.bestPractice));
    const mended = await run();
    expect(mended.assessment.accepted).toBe(0);
    expect(mended.policies.filter(({ exception }) => exception !== null)).toEqual([]);
    // What was accepted when the older one was made still belongs to it.
    expect((await show(assessment.id)).assessment.accepted).toBe(1);
    expect((await accept({ settingType, target })).json).toMatchObject({ code: 'finding.not_found' });
  });

  test('two at the same moment: one is taken, the other is told so', async () => {
    const { assessmentId: _, ...finding } = await aFinding(2);
    const replies = await Promise.all([accept(finding), accept(finding)]);
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.json).toMatchObject({ code: 'exception.exists' });
  });

  test.each([
    ['in the past', -1],
    ['now', 0],
    ['beyond a year', 366],
  ])('a day %s is refused', async (_name, days) => {
    const { assessmentId: _id, ...finding } = await aFinding(3);
    expect(await accept(finding, { expiresAt: inDays(days) })).toMatchObject({
      status: 400,
      json: { code: 'exception.wrong_expiry' },
    });
  });

  test('a reason, a measure and nothing else are asked for', async () => {
    const { assessmentId: _, ...finding } = await aFinding(3);
    for (const wrong of [
      { reason: '  ' },
      { compensatingMeasure: '' },
      { acceptedBy: 'somebody' },
      { expiresAt: 'soon' },
      { expiresAt: '2027-02-30T00:00:00Z' },
      { expiresAt: '9999-12-31T23:59:59Z' },
    ]) {
      expect(await accept(finding, wrong)).toMatchObject({ status: 400, json: { code: 'request.invalid' } });
    }
    expect((await accept({ ...finding, settingType: 'settings/no.such_setting' })).status).toBe(404);
  });

  test('accepting and ending stand in the audit log with the reason', async () => {
    const rows = await world.owner<{ log: string }>(
      "select log from audit_log where tenant_id = $1 and target_type = 'exception' order by seq",
      [world.msps.harbor],
    );
    expect(rows[0]?.log).toMatch(
      /^Accepted the finding “.+” until \d{4}-\d\d-\d\d \d\d:\d\d UTC: The front desk needs it\.$/,
    );
    expect(rows.some(({ log }) => /^Ended the exception for “.+” before its day$/.test(log))).toBe(true);
  });

  test('while it is accepted it is not among the open findings that the log names after the next assessment', async () => {
    const logged = async () => {
      const [entry] = await world.owner<{ open: number }>(
        `select substring(log from '(\\d+) open findings')::integer as open from audit_log
         where target_type = 'assessment' and log like '%open findings' order by seq desc limit 1`,
      );
      return entry?.open;
    };
    const { settingType, target } = await aFinding(3);
    const before = (await logged()) ?? 0;
    expect((await accept({ settingType, target })).status).toBe(200);
    await run();
    expect(await logged()).toBe(before - 1);
  });
});

describe('accepting a finding: whose it is', () => {
  test('nobody else can see, make or end one', async () => {
    const { assessmentId: _, ...finding } = await aFinding(4);
    const exceptionId = (await list())[0]?.id ?? 0;
    for (const as of ['siblingAdmin', 'foreignMspAdmin', 'independentAdmin'] as const) {
      expect((await accept(finding, {}, as)).status).toBe(404);
      expect((await world.call(sraEndpoints.listExceptions, { as, params: cedar() })).status).toBe(404);
    }
    const own = { id: world.organizations.oak.id, exceptionId };
    const reply = await world.call(sraEndpoints.endException, { as: 'siblingAdmin', params: own });
    expect(reply).toMatchObject({ status: 404, json: { code: 'exception.not_found' } });
  });
});
