import { describe, expect, it } from 'vitest';
import { assessedRow, outcome, type SentPolicy } from '../../testing/google-policies.ts';
import { catalogue } from './catalogue.ts';

describe('rules that look at other settings', () => {
  const every = catalogue.find('settings/api_controls.google_services')?.fields[0]?.rule;
  const names = every?.kind === 'custom' ? (every.services ?? []) : [];
  const services = names.map((scopesGroup) => ({ scopesGroup, isEnabled: false }));
  const api = 'api_controls.google_services';

  it('every service must be restricted, and not for high-risk access alone', () => {
    expect(names.length).toBeGreaterThan(10);
    expect(outcome(api, { services }).verdict).toBe('compliant');
    const highRisk = services.map((entry) =>
      entry.scopesGroup === 'DRIVE_ALL' ? { ...entry, scopesGroup: 'DRIVE_HIGH_RISK' } : entry,
    );
    const result = outcome(api, { services: highRisk });
    expect(result.verdict).toBe('non-compliant');
    expect(result.bestPractice['services']).toBe('Every service restricted (DRIVE_ALL is open)');
    const enabled = services.map((entry) => (entry.scopesGroup === 'CHAT' ? { ...entry, isEnabled: true } : entry));
    expect(outcome(api, { services: enabled }).bestPractice['services']).toContain('CHAT is open');
  });

  const storage: SentPolicy = { type: 'gmail.comprehensive_mail_storage', value: { ruleId: 'r1' } };
  const states = (...ruleStates: { ruleId: string; enabled: boolean }[]): SentPolicy => ({
    type: 'gmail.rule_states',
    value: { ruleStates },
  });

  it.each([
    ['switched on', [states({ ruleId: 'r1', enabled: true })], 'compliant'],
    ['switched off', [states({ ruleId: 'r1', enabled: false })], 'non-compliant'],
    ['of unknown state', [states({ ruleId: 'r2', enabled: true })], 'non-compliant'],
    ['alone', [], 'non-compliant'],
  ])('mail storage counts when its rule is %s', (_state, others, verdict) => {
    expect(assessedRow([storage, ...others], storage.type).verdict).toBe(verdict);
  });

  const on = states({ ruleId: 'r1', enabled: true });
  const override = (rule: Record<string, unknown>): SentPolicy => ({
    type: 'gmail.spam_override_lists',
    value: { spamOverride: [{ ruleId: 'r1', description: 'Laboratory', ...rule }] },
  });
  const list = (...addresses: string[]): SentPolicy => ({
    type: 'gmail.email_address_lists',
    value: { emailAddressList: [{ id: 'l1', addressList: { address: addresses.map((address) => ({ address })) } }] },
  });

  it.each([
    ['single addresses', override({ bypassSenderAllowlist: ['l1'] }), [on, list('results@lab.example')], 'compliant'],
    [
      'a whole domain',
      override({ bypassSenderAllowlist: ['l1'] }),
      [on, list('results@lab.example', 'lab.example')],
      'non-compliant',
    ],
    [
      'a whole domain with @',
      override({ hideWarningBannerSenderAllowlist: ['l1'] }),
      [on, list('@lab.example')],
      'non-compliant',
    ],
    ['warnings hidden for all', override({ hideWarningBannerForAll: true }), [on], 'non-compliant'],
    ['a rule that is off', override({ hideWarningBannerForAll: true }), [], 'compliant'],
    [
      'a list that Google did not send',
      override({ bypassSenderAllowlist: ['l9'] }),
      [on, list('lab.example')],
      'unreadable',
    ],
  ])('a rule past the spam filter with %s', (_what, rule, others, verdict) => {
    expect(assessedRow([rule, ...others], 'gmail.spam_override_lists').verdict).toBe(verdict);
  });

  it('says which rule lets which domain in', () => {
    const row = assessedRow(
      [override({ bypassSenderAllowlist: ['l1'] }), on, list('lab.example')],
      'gmail.spam_override_lists',
    );
    expect(row.bestPractice['spamOverride']).toContain("'Laboratory' lets in all of lab.example");
  });
});
