import { inOrderOfMending } from '@sentrywell/contract/finding-order.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { linesOf, objects, pagesOf, textsPerPage } from '../../testing/read-pdf.ts';
import { assess } from '../../testing/workspace-sign-in.ts';
import { assessmentCsv } from './assessment-csv.ts';
import { assessmentReport } from './assessment-report.ts';
import { hipaaTitles } from './catalogue.ts';
import type { OpenedAssessment } from './find-assessment.ts';
import { runsOf } from './report-fonts.ts';

let world: AssessingWorld['world'];
let google: AssessingWorld['google'];
let opened: OpenedAssessment;
beforeAll(async () => {
  ({ world, google } = await buildAssessingWorld());
  const { uuid } = await assess(world, 'orgAdmin', 'cedar');
  const reply = await world.call(sraEndpoints.listPolicies, { as: 'orgAdmin', query: { uuid } });
  opened = sraEndpoints.listPolicies.reply.parse(reply.json);
});

const params = () => ({ id: world.organizations.cedar.id, assessmentId: opened.assessment.id });

/** A CSV read by the rules of RFC 4180, independent of how it was written. */
function readCsv(text: string): readonly (readonly string[])[] {
  return text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map((match) => (match[1] ?? '').replaceAll('""', '"')),
    );
}

function csv(policies: OpenedAssessment['policies']): string {
  return assessmentCsv({
    assessment: opened.assessment,
    policies,
    rowlessExceptions: [],
    organization: { name: 'Clínica', domainName: 'cedar.example' },
    now: new Date('2026-11-21T12:00:00Z'),
  });
}

function report(policies: OpenedAssessment['policies'], name = 'Cedar'): Promise<Buffer> {
  return assessmentReport({
    assessment: opened.assessment,
    policies,
    rowlessExceptions: [],
    organization: { name, domainName: 'cedar.example' },
    now: new Date('2026-11-21T12:00:00Z'),
    hipaaTitles,
  });
}

/** One failing row that is accepted until then. */
function acceptedUntil(expiresAt: string): OpenedAssessment['policies'] {
  const exception = {
    id: 1,
    reason: 'Replaced by the directory',
    compensatingMeasure: 'Reviewed every week',
    acceptedBy: 'Ada Tester',
    createdAt: '2026-11-20T20:15:00.000Z',
    expiresAt,
    endedAt: null,
    endedBy: null,
    absentSince: null,
    returnedAt: null,
    state: 'in-force' as const,
  };
  return opened.policies
    .filter(({ setting, verdict }) => verdict === 'non-compliant' && Object.keys(setting.value).length > 0)
    .slice(0, 1)
    .map((policy) => {
      const { setting, target, title } = policy;
      return { ...policy, exception: { ...exception, settingType: setting.type, target, title } };
    });
}

/** One row of a unit in which 2-Step Verification is not enforced. */
function neverEnforced(): OpenedAssessment['policies'] {
  const values = { value: { enforcedFrom: '1970-01-01T00:00:00Z' } };
  const bestPractice = { enforcedFrom: 'On or before today' };
  return opened.policies
    .filter(({ verdict }) => verdict === 'non-compliant')
    .slice(0, 1)
    .map((policy) => ({ ...policy, setting: { ...policy.setting, ...values }, bestPractice }));
}

describe('an assessment as CSV', () => {
  test('holds every key of every row, with what it is and what it should be', async () => {
    const reply = await world.call(sraEndpoints.downloadAssessmentCsv, { as: 'orgAdmin', params: params() });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="security-risk-assessment-cedar-\d+-\d{4}-\d\d-\d\d\.csv"$/,
      ),
    });
    const [head, ...lines] = readCsv(reply.text);
    expect(head?.slice(4, 8)).toEqual(['Verdict', 'Key', 'Is', 'Should be']);
    const keys = opened.policies.map(({ setting }) => Math.max(1, Object.keys(setting.value).length));
    expect(lines).toHaveLength(keys.reduce((sum, count) => sum + count, 0));
    expect(lines.every((cells) => cells.length === head?.length)).toBe(true);
    const imap = lines.find((cells) => cells[2] === 'settings/gmail.imap_access');
    expect(imap?.slice(4, 8)).toEqual(['non-compliant', 'enableImapAccess', 'true', 'false']);
  });

  test('says until which minute a finding is accepted: where its day begins, it is still the day before in UTC', () => {
    const [head = [], line] = readCsv(csv(acceptedUntil('2027-02-19T18:30:00.000Z')));
    expect(line?.[head.indexOf('Accepted until')]).toBe('2027-02-19 18:30 UTC');
  });

  test('does not write Google’s day for never as if it were one', () => {
    const lines = readCsv(csv(neverEnforced()));
    expect(lines[1]?.slice(5, 8)).toEqual(['enforcedFrom', '1970-01-01T00:00:00Z (never)', 'On or before today']);
  });
});

describe('an assessment as a report to print', () => {
  test('is a PDF of several pages, none of them empty, with its own fonts', async () => {
    const reply = await world.kernel.app.inject({
      url: `/api/organization-service/organizations/${params().id}/assessments/${params().assessmentId}/report`,
      headers: { host: 'localhost:3000', cookie: `sid=${world.people.orgAdmin.cookie}` },
    });
    expect(reply.headers['content-type']).toBe('application/pdf');
    const pdf = reply.rawPayload;
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pagesOf(pdf)).toBeGreaterThan(5);
    expect(textsPerPage(pdf)).toHaveLength(pagesOf(pdf));
    // Two texts are the foot alone.
    expect(Math.min(...textsPerPage(pdf))).toBeGreaterThan(2);
    expect(objects(pdf)).toMatch(/\/BaseFont \/[A-Z]+\+Inter-Regular/);
    expect(objects(pdf)).not.toContain('/Helvetica');
  });

  test('writes names of other scripts, and breaks what is wider than the page', async () => {
    const [first] = opened.policies.filter(({ verdict }) => verdict === 'non-compliant');
    const wide =
      first === undefined ? [] : [{ ...first, setting: { ...first.setting, value: { list: 'x'.repeat(900) } } }];
    const pdf = await report(wide, 'Łódź Κλινική Клиника 診療所');
    expect(pagesOf(pdf)).toBe(1);
    expect(runsOf('Łódź Κ 診', 400).map(({ font }) => font)).toEqual([
      'latin-ext-400',
      'latin-400',
      'latin-ext-400',
      'latin-400',
      'greek-400',
      'latin-400',
    ]);
    expect(runsOf('診', 400)).toEqual([{ font: 'latin-400', text: '\ufffd' }]);
  });

  test('is made for an assessment without findings, and for one without rows', async () => {
    expect(pagesOf(await report(opened.policies.filter(({ verdict }) => verdict === 'compliant')))).toBe(2);
    expect(pagesOf(await report([]))).toBe(1);
  });

  test('findings stand in the order in which the page says to mend them', async () => {
    const failing = opened.policies.filter(({ verdict }) => verdict === 'non-compliant' || verdict === 'partial');
    const titles = new Set(failing.map(({ title }) => title));
    const printed = linesOf(await report(failing.toReversed())).filter((line) => titles.has(line));
    const ranked = inOrderOfMending(failing, (policy) => policy).map(({ title }) => title);
    expect(printed).toEqual(ranked);
  });

  test('names the assessment by its minute, on each page: how many there are of everybody’s is nobody’s business', async () => {
    const { assessedAt } = opened.assessment;
    const pdf = await assessmentReport({
      assessment: { ...opened.assessment, id: 987_654 },
      policies: opened.policies,
      rowlessExceptions: [],
      organization: { name: 'Cedar', domainName: 'cedar.example' },
      now: new Date('2026-11-21T12:00:00Z'),
      hipaaTitles,
    });
    const day = assessedAt.slice(0, 10);
    expect(objects(pdf)).toContain(`(Security risk assessment of Cedar, ${day})`);
    const lines = linesOf(pdf);
    expect(lines).toContain(`${day} ${assessedAt.slice(11, 16)} UTC`);
    expect(lines).toContain(`Security risk assessment · ${day} ${assessedAt.slice(11, 16)} UTC · Cedar`);
    expect(lines.filter((line) => line.includes('987654'))).toEqual([]);
  });

  test('says of which editions its numbers are, where the catalogue that judged is the present one', async () => {
    const { assessment } = opened;
    const heard = async (catalogueVersion: string) =>
      linesOf(
        await assessmentReport({
          assessment: { ...assessment, catalogueVersion },
          policies: opened.policies,
          rowlessExceptions: [],
          organization: { name: 'Cedar', domainName: 'cedar.example' },
          now: new Date('2026-11-21T12:00:00Z'),
          hipaaTitles,
        }),
      ).join('');
    const edition = 'CIS Google Workspace Foundations Benchmark v1.3.0';
    expect(await heard(assessment.catalogueVersion)).toContain(edition);
    expect(await heard('2025.01')).not.toContain(edition);
  });

  test('is heard as it is seen: what stands in several lines has a space between them', async () => {
    const heard = linesOf(await report(opened.policies)).join('');
    expect(heard).toContain('divided by the number of policies that count, times 100. Accepted findings');
    expect(heard).toContain('they count like all others. Settings that could not be read');
  });

  test('is heard as it is seen: facts, values and settings are tables, whose rows each begin with a header', async () => {
    const [one] = opened.policies.filter(({ verdict }) => verdict === 'compliant');
    const uncounted = one === undefined ? [] : [{ ...one, note: 'Not answered.' }, one];
    const rows = [...opened.policies, ...uncounted.map((policy) => ({ ...policy, verdict: 'unreadable' as const }))];
    const source = objects(await report(rows));
    const elements = new Map(
      [...source.matchAll(/\n(\d+) 0 obj\n<<\n\/S \/(\w+)[\s\S]*?\/K \[(.*?)\]/g)].map(([, id, tag, parts = '']) => [
        id,
        { tag, parts: [...parts.matchAll(/(\d+) 0 R/g)].map(([, part]) => part) },
      ]),
    );
    const tables = [...elements.values()].filter(({ tag }) => tag === 'Table');
    const failing = opened.policies.filter(({ verdict }) => verdict === 'non-compliant' || verdict === 'partial');
    // The facts on the front, those that meet the best practice, those that do not count, and the values of each finding.
    expect(tables).toHaveLength(3 + failing.length);
    for (const { parts } of tables) {
      const cells = parts.map((id) => elements.get(id)?.parts.map((part) => elements.get(part)?.tag) ?? []);
      expect(cells.map(([first]) => first)).toEqual(parts.map(() => 'TH'));
      expect(new Set(cells.map(({ length }) => length)).size).toBe(1);
    }
  });

  test('says by whom and until which minute a finding is accepted', async () => {
    const lines = linesOf(await report(acceptedUntil('2027-02-19T18:30:00.000Z')));
    expect(lines).toContain('by Ada Tester on 2026-11-20 20:15 UTC, until 2027-02-19 18:30 UTC');
  });

  test('says when it was made: what is accepted is so at that moment, not when the assessment was run', async () => {
    const lines = linesOf(await report(opened.policies));
    expect(lines).toContain('Report made');
    expect(lines).toContain('2026-11-21 12:00 UTC');
    expect(lines.join(' ')).toContain('Accepted findings are those that are accepted when the report is made');
  });

  test('an accepted finding that cannot be read now is among the accepted ones, as the count on its front says', async () => {
    const accepted = acceptedUntil('2027-02-19T18:30:00.000Z');
    const unreadable = accepted.map((policy) => ({
      ...policy,
      verdict: 'unreadable' as const,
      stillOpen: true,
      bestPractice: {},
    }));
    const lines = linesOf(await report(unreadable));
    expect(lines).toContain('Accepted findings (1)');
    expect(lines).toContain('by Ada Tester on 2026-11-20 20:15 UTC, until 2027-02-19 18:30 UTC');
    // It does not count in the score either.
    expect(lines).toContain('Settings that do not count (1)');
  });

  test('says of an exception that its finding came back, or is none now', async () => {
    const [policy] = acceptedUntil('2027-02-19T18:30:00.000Z');
    const known = policy?.exception ?? null;
    if (policy === undefined || known === null) {
      throw new Error('Nothing is accepted.');
    }
    const heard = async (change: object) => linesOf(await report([{ ...policy, ...change }])).join(' ');
    expect(await heard({ exception: { ...known, returnedAt: '2026-11-21T09:00:00.000Z' } })).toContain(
      'The finding had gone and came back on 2026-11-21 09:00 UTC.',
    );
    const idle = { ...known, absentSince: '2026-11-21T09:00:00.000Z' };
    const gone = await heard({ verdict: 'compliant', exception: null, idleException: idle });
    expect(gone).toContain('An exception by Ada Tester on 2026-11-20 20:15 UTC, until 2027-02-19 18:30 UTC,');
    expect(gone).toContain('since 2026-11-21 09:00 UTC.');
    expect(gone).not.toContain('Accepted findings (');
  });

  test('an open finding that cannot be read now is among the findings, and says so', async () => {
    const unread = opened.policies.slice(0, 1).map((policy) => ({
      ...policy,
      verdict: 'unreadable' as const,
      stillOpen: true,
    }));
    const heard = linesOf(await report(unread)).join(' ');
    expect(heard).toContain('Findings, worst first (1)');
    expect(heard).toContain('could not be read in this assessment');
  });

  test('does not write Google’s day for never as if it were one', async () => {
    const lines = linesOf(await report(neverEnforced()));
    expect(lines).toContain('1970-01-01T00:00:00Z (never)');
  });

  test('says beside a setting what has to be known to read it', async () => {
    const type = 'settings/enterprise_service_restrictions.service_status';
    const restriction = opened.policies.filter(({ setting }) => setting.type === type);
    expect(restriction.map(({ about }) => about)).toEqual([expect.stringMatching(/^The name works backwards/)]);
    const [row] = restriction;
    const lines = linesOf(await report(row === undefined ? [] : [{ ...row, verdict: 'non-compliant' }]));
    expect(lines).toContainEqual(expect.stringMatching(/^The name works backwards/));
    expect(opened.policies.find(({ setting }) => setting.type === 'settings/gmail.imap_access')).not.toHaveProperty(
      'about',
    );
  });

  test('says what was not read but is a default, as the page and the CSV say it', async () => {
    google.workspaces.of('cedar.example').removeSetting('settings/security.session_controls');
    const { uuid } = await assess(world, 'orgAdmin', 'cedar');
    const reply = await world.call(sraEndpoints.listPolicies, { as: 'orgAdmin', query: { uuid } });
    const fresh = sraEndpoints.listPolicies.reply.parse(reply.json);
    const policies = fresh.policies.filter(({ setting }) => setting.type === 'settings/security.session_controls');
    const note = 'Google sent nothing for this setting here: its default is shown and judged.';
    expect(policies).toMatchObject([{ verdict: 'non-compliant', note }]);
    expect(linesOf(await report(policies)).join(' ')).toContain(note);
    const [head = [], line] = readCsv(csv(policies));
    expect(line?.[head.indexOf('Note')]).toBe(note);
  });

  test('both stand in the audit log as exports', async () => {
    const rows = await world.owner<{ log: string }>(
      "select log from audit_log where tenant_id = $1 and log like 'Exported%' order by seq",
      [world.msps.harbor],
    );
    const { id } = opened.assessment;
    expect(rows.map(({ log }) => log)).toEqual([
      `Exported assessment ${id} as CSV`,
      `Exported assessment ${id} as PDF`,
    ]);
  });
});
