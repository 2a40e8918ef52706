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

  const bypass = override({ bypassSenderAllowlist: ['l1'] });
  const shaped = (type: string, value: unknown): SentPolicy => ({ type: `gmail.${type}`, value });
  const addresses = (address: unknown) =>
    shaped('email_address_lists', { emailAddressList: [{ id: 'l1', addressList: { address } }] });

  it.each([
    ['states that are no object', bypass, [shaped('rule_states', 'on'), list('lab.example')]],
    ['states that are no list', bypass, [shaped('rule_states', { ruleStates: { r1: true } }), list('lab.example')]],
    [
      'a state in words',
      bypass,
      [shaped('rule_states', { ruleStates: [{ ruleId: 'r1', enabled: 'true' }] }), list('lab.example')],
    ],
    ['addresses that are no list', bypass, [on, addresses('lab.example')]],
    ['addresses that are no entries', bypass, [on, addresses(['lab.example'])]],
    ['lists that are no list', bypass, [on, shaped('email_address_lists', { emailAddressList: 'l1' })]],
    ['a rule that names its list in another way', override({ bypassSenderAllowlist: 'l1' }), [on, list('lab.example')]],
    ['a rule that hides warnings in words', override({ hideWarningBannerForAll: 'true' }), [on]],
    ['rules that are no rules', shaped('spam_override_lists', { spamOverride: ['r1'] }), [on]],
  ])('a rule past the spam filter that cannot be read does not pass for safe: %s', (_what, rule, others) => {
    expect(assessedRow([rule, ...others], 'gmail.spam_override_lists').verdict).toBe('unreadable');
  });

  it('where there is no rule past the spam filter, it does not matter what else cannot be read', () => {
    const none = shaped('spam_override_lists', { spamOverride: [] });
    expect(assessedRow([none, shaped('rule_states', 'on')], none.type).verdict).toBe('compliant');
  });

  it('of a storage rule whose state cannot be read nobody says that it is off', () => {
    const unreadable = shaped('rule_states', 'on');
    expect(assessedRow([storage, unreadable], storage.type).verdict).toBe('unreadable');
  });

  it('says which rule lets which domain in', () => {
    const row = assessedRow(
      [override({ bypassSenderAllowlist: ['l1'] }), on, list('lab.example')],
      'gmail.spam_override_lists',
    );
    expect(row.bestPractice['spamOverride']).toContain("'Laboratory' lets in all of lab.example");
  });
});
