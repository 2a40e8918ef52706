import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { assessed, assessedRow, type SentPolicy } from '../../testing/google-policies.ts';
import { assess } from '../../testing/workspace-sign-in.ts';

const staff = 'orgUnits/staff';
const group = 'groups/mail';
const service = 'gmail.service_status';
const imap: SentPolicy = { type: 'gmail.imap_access', value: { enableImapAccess: true } };
const state = (serviceState: string, place: Partial<SentPolicy> = {}): SentPolicy => ({
  type: service,
  value: { serviceState },
  ...place,
});
const off = state('DISABLED');
const onForStaff = state('ENABLED', { orgUnit: staff, sortOrder: 202 });
const onForGroup = state('ENABLED', { group, sortOrder: 399 });

describe('a service that is off for the whole organization and on for some of it', () => {
  it.each([
    ['a unit that inherits the setting', onForStaff, 'staff'],
    ['a group', onForGroup, 'mail'],
  ])('leaves the setting in the score, because it is in force for %s', (_who, on, place) => {
    const row = assessedRow([imap, off, on], imap.type);
    expect(row).toMatchObject({ verdict: 'non-compliant', setting: { value: { enableImapAccess: true } } });
    expect(row.note).toContain(`Gmail service is off here and on in ${place}, where this is in force.`);
  });

  it('says nothing of the setting where the place that has the service sets it itself', () => {
    const own = { ...imap, value: { enableImapAccess: false } };
    for (const [on, place] of [
      [onForStaff, { orgUnit: staff, sortOrder: 202 }],
      [onForGroup, { group, sortOrder: 399 }],
    ] as const) {
      const rows = assessed([imap, off, on, { ...own, ...place }]).filter(
        ({ setting }) => setting.type === 'settings/gmail.imap_access',
      );
      expect(rows.map(({ verdict }) => verdict)).toEqual(['not-licensed', 'compliant']);
    }
  });

  it("leaves a group's setting in the score, whose members may be where the service is on", () => {
    const ofGroup = { ...imap, group: 'groups/doctors', sortOrder: 399 };
    const rowOf = (sent: readonly SentPolicy[]) =>
      assessed(sent).find(({ policyQuery }) => policyQuery.group === 'groups/doctors');
    expect(rowOf([ofGroup, off, onForStaff])?.verdict).toBe('non-compliant');
    expect(rowOf([ofGroup, off])?.verdict).toBe('not-licensed');
  });

  it('counts the defaults that are in force there, too', () => {
    expect(assessedRow([off, onForStaff], imap.type).verdict).not.toBe('not-licensed');
    expect(assessedRow([off], imap.type).verdict).toBe('not-licensed');
  });
});

describe('a state that tells nothing', () => {
  it.each([
    ['no object', 'DISABLED'],
    ['a member that nobody knows', { serviceState: 'PAUSED' }],
  ])('takes no setting out of the score: %s', (_what, value) => {
    expect(assessedRow([imap, { type: service, value }], imap.type).verdict).toBe('non-compliant');
  });

  it('of the root does not hide a service that is on in a unit', () => {
    expect(assessedRow([imap, onForStaff], imap.type).verdict).toBe('non-compliant');
  });
});

describe('through Google', () => {
  let world: AssessingWorld['world'];
  let google: AssessingWorld['google'];
  beforeAll(async () => {
    ({ world, google } = await buildAssessingWorld());
  });

  test('a clinic with Gmail on for its staff alone has the findings of Gmail', async () => {
    const workspace = google.workspaces.of('cedar.example');
    workspace.setSetting('settings/gmail.imap_access', { enableImapAccess: true });
    workspace.setSetting('settings/gmail.service_status', { serviceState: 'DISABLED' });
    const [, unit] = workspace.directory.orgUnits;
    expect(workspace.setSetting('settings/gmail.service_status', { serviceState: 'ENABLED' }, unit?.name)).toBe(true);
    const { uuid } = await assess(world, 'orgAdmin', 'cedar');
    const reply = await world.call(sraEndpoints.listPolicies, { as: 'orgAdmin', query: { uuid } });
    const { policies } = sraEndpoints.listPolicies.reply.parse(reply.json);
    const row = policies.find(({ setting }) => setting.type === 'settings/gmail.imap_access');
    expect(row).toMatchObject({ verdict: 'non-compliant', note: expect.stringContaining('Gmail service is off here') });
  });
});
