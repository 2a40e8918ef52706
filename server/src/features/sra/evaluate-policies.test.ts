import { describe, expect, it } from 'vitest';
import { assessed, assessedRow, outcome, rootUnit, type SentPolicy } from '../../testing/google-policies.ts';
import { catalogue } from './catalogue.ts';

const longAgo = '2025-03-03T00:00:00Z';
const never = '1970-01-01T00:00:00Z';
const scheduled = '2026-11-22T00:00:00Z';

describe('each kind of rule', () => {
  it.each([
    ['equals', 'gmail.imap_access', { enableImapAccess: false }, 'compliant', { enableImapAccess: false }],
    ['equals', 'gmail.imap_access', { enableImapAccess: true }, 'non-compliant', { enableImapAccess: false }],
    ['oneOf', 'meet.meet_joining', { allowedAudience: 'TRUSTED' }, 'compliant', { allowedAudience: 'TRUSTED' }],
    ['oneOf', 'meet.meet_joining', { allowedAudience: 'RESTRICTED' }, 'compliant', { allowedAudience: 'RESTRICTED' }],
    ['oneOf', 'meet.meet_joining', { allowedAudience: 'OPEN' }, 'non-compliant', { allowedAudience: 'TRUSTED' }],
    [
      'empty',
      'gmail.email_spam_filter_ip_allowlist',
      { allowedIpAddresses: [] },
      'compliant',
      { allowedIpAddresses: [] },
    ],
    [
      'empty',
      'gmail.email_spam_filter_ip_allowlist',
      { allowedIpAddresses: ['203.0.113.7'] },
      'non-compliant',
      { allowedIpAddresses: [] },
    ],
    [
      'atMost',
      'security.session_controls',
      { webSessionDuration: '43200s' },
      'compliant',
      { webSessionDuration: '43200s' },
    ],
    [
      'atMost',
      'security.session_controls',
      { webSessionDuration: '3600s' },
      'compliant',
      { webSessionDuration: '3600s' },
    ],
    [
      'atMost',
      'security.session_controls',
      { webSessionDuration: '43201s' },
      'non-compliant',
      { webSessionDuration: '43200s' },
    ],
    [
      'atMost',
      'security.session_controls',
      { webSessionDuration: '63072000s' },
      'non-compliant',
      { webSessionDuration: '43200s' },
    ],
    [
      'range',
      'security.two_step_verification_grace_period',
      { enrollmentGracePeriod: '86400s' },
      'compliant',
      { enrollmentGracePeriod: '86400s' },
    ],
    [
      'range',
      'security.two_step_verification_grace_period',
      { enrollmentGracePeriod: '604800s' },
      'compliant',
      { enrollmentGracePeriod: '604800s' },
    ],
    [
      'range',
      'security.two_step_verification_grace_period',
      { enrollmentGracePeriod: '0s' },
      'non-compliant',
      { enrollmentGracePeriod: '604800s' },
    ],
    [
      'range',
      'security.two_step_verification_grace_period',
      { enrollmentGracePeriod: '1209600s' },
      'non-compliant',
      { enrollmentGracePeriod: '604800s' },
    ],
    [
      'timestampInPast',
      'security.two_step_verification_enforcement',
      { enforcedFrom: longAgo },
      'compliant',
      { enforcedFrom: longAgo },
    ],
    [
      'timestampInPast',
      'security.two_step_verification_enforcement',
      { enforcedFrom: never },
      'non-compliant',
      { enforcedFrom: 'On or before today' },
    ],
    [
      'timestampInPast',
      'security.two_step_verification_enforcement',
      { enforcedFrom: scheduled },
      'non-compliant',
      { enforcedFrom: 'On or before today' },
    ],
  ] as const)('%s: %s %o is %s', (...[, type, value, verdict, bestPractice]) => {
    expect(outcome(type, value)).toEqual({ verdict, value, bestPractice });
  });

  it('atLeast: a longer minimum is as good as the one asked for', () => {
    const password = {
      allowedStrength: 'STRONG',
      enforceRequirementsAtLogin: true,
      allowReuse: false,
      expirationDuration: '0s',
    };
    const ofLength = (minimumLength: number): unknown =>
      outcome('security.password', { ...password, minimumLength, maximumLength: 100 });
    expect(ofLength(14)).toMatchObject({ verdict: 'compliant', bestPractice: { minimumLength: 14 } });
    expect(ofLength(20)).toMatchObject({ verdict: 'compliant', bestPractice: { minimumLength: 20 } });
    expect(ofLength(13)).toEqual({
      verdict: 'partial',
      value: { ...password, minimumLength: 13 },
      bestPractice: { ...password, minimumLength: 14 },
    });
  });

  it('equalsUnless: what is switched off cannot be set wrong, and the switch is what is shown', () => {
    const type = 'chat.external_chat_restriction';
    expect(outcome(type, { allowExternalChat: true, externalChatRestriction: 'NO_RESTRICTION' })).toEqual({
      verdict: 'non-compliant',
      value: { externalChatRestriction: 'NO_RESTRICTION' },
      bestPractice: { externalChatRestriction: 'TRUSTED_DOMAINS' },
    });
    expect(outcome(type, { allowExternalChat: false, externalChatRestriction: 'NO_RESTRICTION' })).toEqual({
      verdict: 'compliant',
      value: { allowExternalChat: false },
      bestPractice: { allowExternalChat: false },
    });
  });

  it('equalsWhen: only what applies in the chosen mode is assessed', () => {
    const type = 'drive_and_docs.external_sharing';
    const keys = (externalSharingMode: string): readonly string[] =>
      Object.keys(assessedRow([{ type, value: { externalSharingMode } }], type).setting.value);
    expect(keys('DISALLOWED')).toEqual([
      'externalSharingMode',
      'allowReceivingExternalFiles',
      'accessCheckerSuggestions',
    ]);
    expect(keys('ALLOWED')).toContain('allowNonGoogleInvites');
    expect(keys('ALLOWED')).not.toContain('allowNonGoogleInvitesInAllowlistedDomains');
    expect(keys('ALLOWLISTED_DOMAINS')).toContain('allowNonGoogleInvitesInAllowlistedDomains');
  });

  it('informational: fields without a best practice are left out of the row and kept in the raw policy', () => {
    const value = { externalFileSharing: 'NO_FILES', internalFileSharing: 'ALL_FILES' };
    const row = assessedRow([{ type: 'chat.chat_file_sharing', value }], 'chat.chat_file_sharing');
    expect(row.setting.value).toEqual({ externalFileSharing: 'NO_FILES' });
    expect(row.raw).toMatchObject({ setting: { value } });
  });
});

describe('every row', () => {
  const rows = assessed([
    { type: 'gmail.service_status', value: { serviceState: 'ENABLED' } },
    { type: 'gmail.imap_access', value: { enableImapAccess: true } },
    { type: 'gmail.imap_access', value: { enableImapAccess: false }, group: 'groups/g' },
    { type: 'security.password', value: { minimumLength: 20 } },
  ]);
  const counted = rows.filter(({ verdict }) => ['compliant', 'partial', 'non-compliant'].includes(verdict));

  it('that counts has a best practice for exactly the keys of its value', () => {
    expect(counted.length).toBeGreaterThan(10);
    for (const { setting, bestPractice } of counted)
      expect(Object.keys(bestPractice)).toEqual(Object.keys(setting.value));
  });

  it('has remedies when it is not compliant, as one string of steps joined by commas', () => {
    const steps = catalogue.find('settings/gmail.imap_access')?.remedy ?? [];
    const imap = rows.find(({ setting }) => setting.type === 'settings/gmail.imap_access');
    expect(imap?.remedy.split(', ')).toEqual(steps);
    expect(counted.filter(({ verdict, remedy }) => (verdict === 'compliant') === (remedy !== ''))).toEqual([]);
  });

  it('says where it applies, where it comes from and which safeguard it serves', () => {
    const ofGroup = rows.find(({ policyQuery }) => policyQuery.group === 'groups/g');
    expect(ofGroup).toMatchObject({
      customer: 'customers/C03example',
      policyQuery: { orgUnit: rootUnit, group: 'groups/g' },
      area: 'gmail',
      title: 'IMAP access',
      tier: 1,
      scuba: ['GWS.GMAIL.9.1'],
      cis: ['3.1.3.5.1'],
    });
    expect(ofGroup?.hipaa.length).toBeGreaterThan(0);
  });

  it('of tier 2 appears only when it is asked for', () => {
    const tier2: SentPolicy = { type: 'sites.service_status', value: { serviceState: 'ENABLED' } };
    const types = (tier: 1 | 2): readonly string[] => assessed([tier2], tier).map(({ setting }) => setting.type);
    expect(types(1)).not.toContain('settings/sites.service_status');
    expect(types(2)).toContain('settings/sites.service_status');
  });

  it('comes out the same whatever the order in which Google sends policies', () => {
    const sent = ['security.password', 'gmail.imap_access', 'gmail.imap_access', 'calendar.new_setting'].map(
      (type, index) => ({
        type,
        name: `policies/${index}`,
        value: { enableImapAccess: index === 1 },
        sortOrder: 201,
      }),
    );
    const elsewhere = sent.map((policy) => ({ ...policy, name: `${policy.name}-staff`, orgUnit: 'orgUnits/staff' }));
    const rows = assessed([...sent, ...elsewhere]);
    expect(assessed([...elsewhere, ...sent].toReversed())).toEqual(rows);
    const [first] = rows;
    expect(first?.setting.type).toBe('settings/api_controls.google_services');
    expect(
      rows
        .filter(({ setting }) => setting.type === 'settings/gmail.imap_access')
        .map(({ policyQuery }) => policyQuery.orgUnit),
    ).toEqual([rootUnit, 'orgUnits/staff']);
  });
});

describe('a default', () => {
  it('that counts because Google sent nothing for the setting is said to be one', () => {
    expect(assessedRow([], 'security.session_controls')).toMatchObject({
      verdict: 'non-compliant',
      setting: { value: { webSessionDuration: '1209600s' } },
      note: 'Google sent nothing for this setting here: its default is shown and judged.',
    });
    const sent = { type: 'security.session_controls', value: { webSessionDuration: '1209600s' } };
    expect(assessedRow([sent], sent.type)).not.toHaveProperty('note');
  });

  it('is not told as if Google had sent nothing of the setting, where only a unit sets it', () => {
    const services = { type: 'api_controls.google_services', value: { services: [] }, orgUnit: 'orgUnits/staff' };
    expect(assessedRow([services], services.type).note).toBe(
      'Google sent nothing for this setting here: it was never set or is not part of the subscription.',
    );
  });

  it('that counts because Google left out a value is said to be one, and no other value is', () => {
    const one = { type: 'security.password', value: { minimumLength: 20, allowedStrength: 'STRONG' } };
    expect(assessedRow([one], one.type).note).toBe(
      'Google sent no value for allowReuse, enforceRequirementsAtLogin and expirationDuration: the default is shown and judged.',
    );
    const alert = { type: 'rule.system_defined_alerts', value: { displayName: 'Leaked password', state: 'INACTIVE' } };
    const { note, setting } = assessedRow([alert], alert.type);
    expect(setting.value).toMatchObject({ 'Leaked password': 'INACTIVE', 'Suspicious login': 'ACTIVE' });
    expect(note).toContain('Suspicious login');
    expect(note).not.toContain('Leaked password');
  });

  it('does not fill what a group inherits: only what the group sets is judged', () => {
    const type = 'chat.chat_history';
    const ofAll = { type, value: { historyOnByDefault: true, allowUserModification: false } };
    const ofGroup = { type, value: { historyOnByDefault: true }, group: 'groups/g', sortOrder: 399 };
    const row = assessed([ofAll, ofGroup]).find(({ policyQuery }) => policyQuery.group !== undefined);
    expect(row).toMatchObject({ verdict: 'compliant', setting: { value: { historyOnByDefault: true } } });
    expect(Object.keys(row?.setting.value ?? {})).toEqual(['historyOnByDefault']);
  });
});
