import type { AssessmentMatrix } from '@sentrywell/contract/assessment-matrix.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { assess } from '../../testing/workspace-sign-in.ts';
import type { PersonKey } from '../../testing/world.ts';
import { catalogue } from './catalogue.ts';

let world: AssessingWorld['world'];
let google: AssessingWorld['google'];
beforeAll(async () => {
  ({ world, google } = await buildAssessingWorld());
});

async function matrix(as: PersonKey = 'mspAdmin'): Promise<AssessmentMatrix> {
  const reply = await world.call(sraEndpoints.findAssessmentMatrix, { as });
  return sraEndpoints.findAssessmentMatrix.reply.parse(reply.json);
}

function cell(of: AssessmentMatrix, organization: string, type: string): string | undefined {
  const index = of.settings.findIndex((setting) => setting.type === type);
  return of.organizations.find(({ name }) => name === organization)?.cells[index];
}

const imap = 'settings/gmail.imap_access';

describe('the assessments of an MSP: what it shows', () => {
  test('organizations that were never assessed stand there, last, with empty cells', async () => {
    await assess(world, 'orgAdmin', 'cedar');
    const { organizations, settings } = await matrix();
    expect(organizations.map(({ name }) => name)).toEqual(['Cedar', 'Oak']);
    expect(organizations[1]).toMatchObject({ score: null, assessmentId: null, cells: '-'.repeat(settings.length) });
    const judgedBy = { catalogueVersion: catalogue.version, rules: catalogue.rules, includesTier2: false };
    expect(organizations.map((one) => one.judgedBy)).toEqual([judgedBy, null]);
    expect(organizations[0]?.cells).toMatch(/^[cpnul-]+$/);
    expect(organizations[0]?.cells).toHaveLength(settings.length);
  });

  test('the worst setting and the worst organization come first, by the newest assessments', async () => {
    google.workspaces.of('oak.example').setSetting(imap, { enableImapAccess: false });
    await assess(world, 'siblingAdmin', 'oak');
    const { organizations, settings } = await matrix();
    const scores = organizations.map(({ score }) => score ?? Number.POSITIVE_INFINITY);
    expect(scores).toEqual(scores.toSorted((one, other) => one - other));
    const badness = settings.map(({ nonCompliant, partial }) => nonCompliant * 1000 + partial);
    expect(badness).toEqual(badness.toSorted((one, other) => other - one));
    const letters = organizations.map(({ cells }) => cells);
    settings.forEach((setting, index) => {
      expect(letters.filter((text) => text[index] === 'n')).toHaveLength(setting.nonCompliant);
    });
    organizations.forEach(({ nonCompliant, partial, cells }) => {
      expect([cells.split('n').length - 1, cells.split('p').length - 1]).toEqual([nonCompliant, partial]);
    });
  });

  test('a cell shows the worst place, and follows the next assessment', async () => {
    // The group of the emulator's workspaces keeps its own, worse value.
    expect(cell(await matrix(), 'Oak', imap)).toBe('n');
    const chat = 'settings/chat.chat_file_sharing';
    google.workspaces.of('oak.example').setSetting('settings/chat.service_status', { serviceState: 'DISABLED' });
    await assess(world, 'siblingAdmin', 'oak');
    expect(cell(await matrix(), 'Oak', chat)).toBe('l');
    google.workspaces.of('oak.example').setSetting('settings/chat.service_status', { serviceState: 'ENABLED' });
    for (const externalFileSharing of ['ALL_FILES', 'NO_FILES']) {
      const value = { internalFileSharing: 'ALL_FILES', externalFileSharing };
      google.workspaces.of('oak.example').setSetting(chat, value);
      await assess(world, 'siblingAdmin', 'oak');
      expect(cell(await matrix(), 'Oak', chat)).toBe(externalFileSharing === 'NO_FILES' ? 'c' : 'n');
    }
  });

  test('an assessment that is kept after a newer one is listed, and changes nothing of what is open', async () => {
    const open = () =>
      world.owner(
        'select setting_type, target, verdict from findings where organization_id = $1 and resolved_at is null order by 1, 2',
        [world.organizations.oak.id],
      );
    google.workspaces.of('oak.example').setSetting(imap, { enableImapAccess: true });
    await assess(world, 'siblingAdmin', 'oak');
    const [cells, findings] = [cell(await matrix(), 'Oak', imap), await open()];
    google.workspaces.of('oak.example').setSetting(imap, { enableImapAccess: false });
    world.clock.move({ minutes: -1 });
    await assess(world, 'siblingAdmin', 'oak');
    world.clock.move({ minutes: 1 });
    expect(cell(await matrix(), 'Oak', imap)).toBe(cells);
    expect(await open()).toEqual(findings);
    const history = await world.call(sraEndpoints.listAssessments, {
      as: 'siblingAdmin',
      params: { id: world.organizations.oak.id },
    });
    const times = sraEndpoints.listAssessments.reply
      .parse(history.json)
      .assessments.map(({ assessedAt }) => assessedAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('a setting whose every finding is accepted is told apart, until one is not', async () => {
    const rows = await world.owner<{ setting_type: string; target: string }>(
      'select setting_type, target from findings where organization_id = $1 and resolved_at is null and setting_type = $2',
      [world.organizations.cedar.id, imap],
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const [index, { setting_type: settingType, target }] of rows.entries()) {
      expect(cell(await matrix(), 'Cedar', imap)).toBe('n');
      const reply = await world.call(sraEndpoints.acceptFinding, {
        as: 'mspAdmin',
        params: { id: world.organizations.cedar.id },
        body: {
          settingType,
          target,
          reason: `Reason ${index}`,
          compensatingMeasure: 'Watched.',
          expiresAt: new Date(world.kernel.clock.now().getTime() + 86_400_000).toISOString(),
        },
      });
      expect(reply.status).toBe(200);
    }
    expect(cell(await matrix(), 'Cedar', imap)).toBe('N');
  });

  test('as CSV: one line per organization, words instead of letters, a formula made harmless', async () => {
    await world.owner("update organizations set name = '=HYPERLINK(1)' where id = $1", [world.organizations.oak.id]);
    const reply = await world.call(sraEndpoints.downloadAssessmentMatrix, { as: 'mspAdmin' });
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = reply.text.split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^\ufeff"Organization","Domain","Assessed at","Score","Catalogue","/);
    expect(lines[1]).toContain(`,"${catalogue.version} (rules ${catalogue.rules})","`);
    expect(reply.text).toContain('"non-compliant (accepted)"');
    expect(reply.text).toContain(`"'=HYPERLINK(1)"`);
    await world.owner("update organizations set name = 'Oak' where id = $1", [world.organizations.oak.id]);
  });

  test('the CSV holds what the filters of the page leave, in their order, and the log says how much that was', async () => {
    const whole = await matrix();
    const download = async (query: Readonly<Record<string, string>>) => {
      const reply = await world.call(sraEndpoints.downloadAssessmentMatrix, { as: 'mspAdmin', query });
      expect(reply.status).toBe(200);
      const [head = [], ...lines] = reply.text
        .trim()
        .split('\r\n')
        .map((line) => line.slice(1, -1).split('","'));
      const [entry] = await world.owner<{ log: string }>('select log from audit_log order by seq desc limit 1', []);
      return { settings: head.slice(5), lines, log: entry?.log };
    };
    const all = await download({});
    expect(all.settings).toEqual(whole.settings.map(({ title }) => title));
    expect(all.log).toBe('Exported the assessments of all organizations as CSV');

    const gmail = whole.settings.filter(({ area }) => area === 'gmail');
    expect(gmail.length).toBeLessThan(whole.settings.length);
    const some = await download({ organization: 'OAK.ex', area: 'gmail' });
    expect(some.settings.toSorted()).toEqual(gmail.map(({ title }) => title).toSorted());
    expect(some.lines.map(([name]) => name)).toEqual(['Oak']);
    const title = whole.settings.find(({ type }) => type === imap)?.title ?? '';
    expect(some.lines[0]?.[5 + some.settings.indexOf(title)]).toBe('non-compliant');
    expect(some.log).toBe(
      `Exported the assessments of 1 of 2 organizations for ${gmail.length} of ${whole.settings.length} settings as CSV`,
    );

    const failing = await download({ organization: 'cedar', setting: 'imap', only: 'failing' });
    // What is accepted is not to mend.
    expect(failing.lines).toEqual([]);
    const refused = await world.call(sraEndpoints.downloadAssessmentMatrix, { as: 'mspAdmin', query: { only: 'no' } });
    expect(refused.status).toBe(400);
  });

  test('a deactivated organization leaves it', async () => {
    await world.owner("update organizations set status = 'inactive' where id = $1", [world.organizations.oak.id]);
    const { organizations, settings } = await matrix();
    expect(organizations.map(({ name }) => name)).toEqual(['Cedar']);
    expect(settings.every(({ nonCompliant, partial, compliant }) => nonCompliant + partial + compliant <= 1)).toBe(
      true,
    );
    await world.owner("update organizations set status = 'active' where id = $1", [world.organizations.oak.id]);
  });

  test('200 organizations × 60 settings are answered whole', async () => {
    const tenant = world.msps.lake;
    await world.owner(
      `insert into organizations (tenant_id, msp_id, name, domain_name)
       select $1, $1, 'Clinic ' || n, 'clinic' || n || '.example' from generate_series(1, 199) n`,
      [tenant],
    );
    await world.owner(
      `insert into assessments (tenant_id, organization_id, uuid, assessed_by_name, account, catalogue_version, score,
         compliant, partial, non_compliant, policies)
       select $1, o.id, gen_random_uuid(), 'x', 'x', '2026.11', (o.id * 7 % 1000) / 10.0, 1, 1, 1, ''
       from organizations o, generate_series(1, 3) where o.tenant_id = $1`,
      [tenant],
    );
    await world.owner(
      `insert into setting_verdicts (tenant_id, organization_id, setting_type, verdict, assessment_id)
       select $1, o.id, 'settings/test.setting_' || s, (array['compliant', 'partial', 'non-compliant'])[1 + (o.id + s) % 3], 1
       from organizations o, generate_series(1, 60) s where o.tenant_id = $1`,
      [tenant],
    );
    const { organizations, settings } = await matrix('foreignMspAdmin');
    expect([organizations.length, settings.length]).toEqual([200, 60]);
    expect(organizations.every(({ cells }) => /^[cpn]{60}$/.test(cells))).toBe(true);
  });
});

describe('the assessments of an MSP: whose they are', () => {
  test('each MSP sees its own, an independent organization is in none, a root user’s own list is empty', async () => {
    await assess(world, 'independentAdmin', 'birch');
    const names = (as: PersonKey) => matrix(as).then(({ organizations }) => organizations.map(({ name }) => name));
    expect((await names('mspAdmin')).toSorted()).toEqual(['Cedar', 'Oak']);
    expect(await names('foreignMspAdmin')).not.toContain('Birch');
    expect(await names('root')).toEqual([]);
  });

  test.each(['mspUser', 'mspAuditor', 'orgAdmin', 'securityAnalyst'] as const)('not for %s', async (as) => {
    expect((await world.call(sraEndpoints.findAssessmentMatrix, { as })).status).toBe(403);
    expect((await world.call(sraEndpoints.downloadAssessmentMatrix, { as })).status).toBe(403);
  });
});
