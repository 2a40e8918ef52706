import { organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import type { ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { dashboardEndpoints } from '@sentrywell/contract/dashboard.ts';
import { isFinding } from '@sentrywell/contract/finding-order.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { linesOf } from '../../testing/read-pdf.ts';
import { assess } from '../../testing/workspace-sign-in.ts';

let world: AssessingWorld['world'];
let google: AssessingWorld['google'];
beforeAll(async () => {
  ({ world, google } = await buildAssessingWorld());
});

const type = 'settings/gmail.imap_access';
const cedar = () => ({ as: 'orgAdmin', params: { id: world.organizations.cedar.id } }) as const;

type Opened = z.output<typeof sraEndpoints.listPolicies.reply>;
type ImapValue = { readonly enableImapAccess: boolean | string };

async function run(value: ImapValue): Promise<Opened> {
  google.workspaces.of('cedar.example').setSetting(type, value);
  // Two readings are never of one moment.
  world.clock.move({ minutes: 1 });
  const { uuid } = await assess(world, 'orgAdmin', 'cedar');
  return sraEndpoints.listPolicies.reply.parse(
    (await world.call(sraEndpoints.listPolicies, { as: 'orgAdmin', query: { uuid } })).json,
  );
}

function rowOf({ policies }: Opened): ShownPolicy {
  const row = policies.find(({ setting }) => setting.type === type);
  if (row === undefined) {
    throw new Error('The setting is not there.');
  }
  return row;
}

async function show({ assessment }: Opened): Promise<Opened> {
  const params = { ...cedar().params, assessmentId: assessment.id };
  const reply = await world.call(sraEndpoints.findAssessment, { as: 'orgAdmin', params });
  return sraEndpoints.findAssessment.reply.parse(reply.json);
}

async function accept({ target }: ShownPolicy) {
  const expiresAt = new Date(world.kernel.clock.now().getTime() + 30 * 86_400_000).toISOString();
  const body = { settingType: type, target, reason: 'An old scanner', compensatingMeasure: 'Own account', expiresAt };
  const reply = await world.call(sraEndpoints.acceptFinding, { ...cedar(), body });
  return sraEndpoints.acceptFinding.reply.parse(reply.json).exception;
}

async function logged(): Promise<readonly string[]> {
  const reply = await world.call(organizationAuditLog.list, { ...cedar(), query: { search: 'imap' } });
  return organizationAuditLog.list.reply.parse(reply.json).entries.map(({ log }) => log);
}

const insecure = { enableImapAccess: true };
const secure = { enableImapAccess: false };
const unknown = { enableImapAccess: 'sometimes' };

describe('an exception whose finding goes and comes back', () => {
  let found: Opened;
  let gone: Opened;
  let back: Opened;
  beforeAll(async () => {
    found = await run(insecure);
    await accept(rowOf(found));
    gone = await run(secure);
  });

  test('while the setting is as it should be, the row, the list and the log say that the exception is still in force', async () => {
    const { assessedAt } = gone.assessment;
    expect(rowOf(gone)).toMatchObject({
      verdict: 'compliant',
      exception: null,
      idleException: { state: 'in-force', absentSince: assessedAt, returnedAt: null },
    });
    // The assessment that found it has it as a finding that somebody accepted, and knows what became of it.
    expect(rowOf(await show(found))).toMatchObject({ exception: { absentSince: assessedAt }, idleException: null });
    const [listed] = sraEndpoints.listExceptions.reply.parse(
      (await world.call(sraEndpoints.listExceptions, cedar())).json,
    ).exceptions;
    expect(listed).toMatchObject({ state: 'in-force', absentSince: assessedAt, returnedAt: null });
    expect((await logged())[0]).toMatch(/^The accepted finding “IMAP access” is not found any more; /);
  });

  test('when it comes back it is said since when, and since when and by whom it is accepted', async () => {
    back = await run(insecure);
    const { assessedAt } = back.assessment;
    const exception = { acceptedBy: world.people.orgAdmin.name, absentSince: null, returnedAt: assessedAt };
    expect(rowOf(back)).toMatchObject({ verdict: 'non-compliant', exception, idleException: null });
    expect(rowOf(await show(gone))).toMatchObject({ exception: null, idleException: exception });
    expect((await logged())[0]).toMatch(
      new RegExp(
        `^The finding “IMAP access” came back and is accepted by ${world.people.orgAdmin.name} since .+ UTC, until `,
      ),
    );
    // Found once more it has not come back once more.
    const entries = (await logged()).length;
    await run(insecure);
    expect(await logged()).toHaveLength(entries);
  });

  test('a comparison does not call it new without saying that it is accepted, and the CSV says both', async () => {
    const params = { ...cedar().params, assessmentId: back.assessment.id };
    const reply = await world.call(sraEndpoints.compareAssessments, {
      as: 'orgAdmin',
      params,
      query: { before: gone.assessment.id },
    });
    const { returnedAt } = rowOf(back).exception ?? {};
    expect(sraEndpoints.compareAssessments.reply.parse(reply.json).new).toMatchObject([
      { settingType: type, exception: { returnedAt } },
    ]);
    const { text } = await world.call(sraEndpoints.downloadAssessmentCsv, { as: 'orgAdmin', params });
    expect(text).toMatch(
      /"accepted","[^"]+ UTC","Accepted by [^"]+ The finding had gone and came back on [^"]+ UTC\."/,
    );
    const older = { ...params, assessmentId: gone.assessment.id };
    const csv = await world.call(sraEndpoints.downloadAssessmentCsv, { as: 'orgAdmin', params: older });
    expect(csv.text).toMatch(/"","","An exception by [^"]+, is in force although this is no finding here/);
  });

  test('once it is ended nothing is accepted and nothing idle', async () => {
    const { exception } = rowOf(back);
    const params = { ...cedar().params, exceptionId: exception?.id ?? 0 };
    expect((await world.call(sraEndpoints.endException, { as: 'orgAdmin', params })).status).toBe(200);
    expect(rowOf(await show(back))).toMatchObject({ exception: null, idleException: null });
    expect(rowOf(await show(gone))).toMatchObject({ exception: null, idleException: null });
  });
});

describe('a finding that cannot be read any more', () => {
  async function onDashboard() {
    const reply = await world.call(dashboardEndpoints.findOrganizationDashboard, cedar());
    return dashboardEndpoints.findOrganizationDashboard.reply.parse(reply.json);
  }
  const openOnDashboard = async () => (await onDashboard()).openFindings;
  const openOn = ({ policies }: Opened) =>
    new Set(
      policies
        .filter((policy) => isFinding(policy) && policy.exception === null)
        .map(({ setting, target }) => `${setting.type} ${target}`),
    ).size;

  test('is open in the list of the page as it is on the dashboard, and can be accepted', async () => {
    const found = await run(insecure);
    expect(await openOnDashboard()).toBe(openOn(found));
    const unread = await run(unknown);
    expect(rowOf(unread)).toMatchObject({ verdict: 'unreadable', stillOpen: true });
    expect(openOn(unread)).toBe(openOn(found));
    expect(await onDashboard()).toMatchObject({ openFindings: openOn(unread), unreadFindings: 1 });
    const params = { ...cedar().params, assessmentId: unread.assessment.id };
    const { text } = await world.call(sraEndpoints.downloadAssessmentCsv, { as: 'orgAdmin', params });
    expect(text).toContain('"open, could not be read"');
    const { id } = await accept(rowOf(unread));
    const accepted = await show(unread);
    expect(rowOf(accepted)).toMatchObject({ stillOpen: true, exception: { id, returnedAt: null, absentSince: null } });
    expect(accepted.assessment.accepted).toBe(1);
    expect(await onDashboard()).toMatchObject({ openFindings: openOn(accepted), unreadFindings: 0 });
  });

  test('one that was never a finding is none, and an exception from before does not make it one', async () => {
    await run(secure);
    const unread = await run(unknown);
    expect(rowOf(unread)).toMatchObject({
      verdict: 'unreadable',
      stillOpen: false,
      exception: null,
      idleException: { state: 'in-force' },
    });
    expect(unread.assessment.accepted).toBe(0);
    expect(await openOnDashboard()).toBe(openOn(unread));
  });
});

describe('an exception whose row is gone, as that of a group that is no more', () => {
  const heard = async ({ assessment }: Opened) => {
    const params = { ...cedar().params, assessmentId: assessment.id };
    const csv = await world.call(sraEndpoints.downloadAssessmentCsv, { as: 'orgAdmin', params });
    const pdf = await world.kernel.app.inject({
      url: `/api/organization-service/organizations/${params.id}/assessments/${params.assessmentId}/report`,
      headers: { host: 'localhost:3000', cookie: `sid=${world.people.orgAdmin.cookie}` },
    });
    return { csv: csv.text, pdf: linesOf(pdf.rawPayload).join(' ') };
  };
  const ofGroup = ({ policies }: Opened) =>
    policies.find(({ setting, target }) => setting.type === type && target.startsWith('groups/'));

  test('stands in the CSV and in the report of an assessment that has no row for it, and of no earlier one', async () => {
    const found = await run(secure);
    const row = ofGroup(found);
    if (row === undefined) {
      throw new Error('The group has no row.');
    }
    const { acceptedBy } = await accept(row);
    const still = await run(secure);
    google.workspaces.of('cedar.example').removeSetting(type);
    const gone = await run(secure);
    expect(ofGroup(gone)).toBeUndefined();

    const { csv, pdf } = await heard(gone);
    expect(csv).toMatch(
      new RegExp(`"IMAP access","${type}","[^"]+","",.+"An exception by ${acceptedBy} on [^"]+, is in force although`),
    );
    expect(csv).toMatch(/The finding is not there any more since [^"]+ UTC\."/);
    expect(pdf).toContain('Exceptions without a finding here (1)');
    expect(pdf).toContain('An old scanner');
    for (const earlier of [found, still]) {
      const said = await heard(earlier);
      expect(said.csv).not.toContain('is in force although nothing of its setting');
      expect(said.pdf).not.toContain('Exceptions without a finding here');
    }
    const list = await world.call(sraEndpoints.findAssessment, {
      as: 'orgAdmin',
      params: { ...cedar().params, assessmentId: gone.assessment.id },
    });
    expect(list.json).not.toHaveProperty('rowlessExceptions');
  });
});
