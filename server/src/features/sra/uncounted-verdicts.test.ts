import { describe, expect, it } from 'vitest';
import { assessedRow, outcome, type SentPolicy } from '../../testing/google-policies.ts';

describe('what does not count', () => {
  it.each([
    ['a value of another type', 'gmail.imap_access', { enableImapAccess: 'yes' }, { enableImapAccess: 'yes' }],
    ['a number for text', 'security.session_controls', { webSessionDuration: 43_200 }, { webSessionDuration: 43_200 }],
    [
      'a duration in other words',
      'security.session_controls',
      { webSessionDuration: '12h' },
      { webSessionDuration: '12h' },
    ],
    [
      'a member that nobody knows',
      'meet.meet_joining',
      { allowedAudience: 'SOMETIMES' },
      { allowedAudience: 'SOMETIMES' },
    ],
    ['null', 'gmail.imap_access', { enableImapAccess: null }, { enableImapAccess: null }],
    ['no object at all', 'gmail.imap_access', 'on', {}],
  ])('is unreadable: %s', (_what, type, sent, value) => {
    expect(outcome(type, sent)).toEqual({ verdict: 'unreadable', value, bestPractice: {} });
    expect(assessedRow([{ type, value: sent }], type).note).toMatch(/does not know/);
  });

  it('one unreadable field keeps a whole setting from passing for safe', () => {
    const value = { ownersCanHideGroups: 'maybe', newGroupsAreHidden: false };
    expect(outcome('groups_for_business.groups_sharing', value).verdict).toBe('unreadable');
  });

  const off: SentPolicy = { type: 'gmail.service_status', value: { serviceState: 'DISABLED' } };

  it('a service that is off has no findings where it is off', () => {
    const imap: SentPolicy = { type: 'gmail.imap_access', value: { enableImapAccess: true } };
    expect(assessedRow([imap, off], imap.type)).toMatchObject({
      verdict: 'not-licensed',
      remedy: '',
      note: expect.stringContaining('turned off'),
    });
    const offElsewhere = [
      { ...off, orgUnit: 'orgUnits/other', sortOrder: 202 },
      { ...off, value: { serviceState: 'ENABLED' } },
    ];
    expect(assessedRow([imap, ...offElsewhere], imap.type).verdict).toBe('non-compliant');
  });

  it('a service of which Google sends no state is not part of the subscription', () => {
    const imap: SentPolicy = { type: 'gmail.imap_access', value: { enableImapAccess: true } };
    const chat: SentPolicy = { type: 'chat.service_status', value: { serviceState: 'ENABLED' } };
    expect(assessedRow([imap, chat], imap.type)).toMatchObject({
      verdict: 'not-licensed',
      note: expect.stringContaining('not part of the subscription'),
    });
    // Where Google sends no state of any service, nothing can be concluded from a missing one.
    expect(assessedRow([imap], imap.type).verdict).toBe('non-compliant');
  });

  it('the state of a service is itself assessed, on or off', () => {
    const status = (serviceState: string): SentPolicy => ({ type: 'groups.service_status', value: { serviceState } });
    expect(assessedRow([status('DISABLED')], 'groups.service_status').verdict).toBe('compliant');
    expect(assessedRow([status('ENABLED')], 'groups.service_status').verdict).toBe('non-compliant');
  });

  it('a setting that the catalogue does not know is shown whole, without a verdict', () => {
    expect(assessedRow([{ type: 'new_area.new_setting', value: { a: 1 } }], 'new_area.new_setting')).toMatchObject({
      verdict: 'not-assessed',
      area: 'new_area',
      title: 'new area new setting',
      setting: { value: { a: 1 } },
      bestPractice: {},
      note: 'The catalogue does not know this setting.',
    });
  });

  it('a setting that Google neither sends nor publishes a default for is not assessed', () => {
    const row = assessedRow([], 'security.password');
    expect(row.verdict).not.toBe('not-assessed');
    expect(assessedRow([], 'api_controls.google_services')).toMatchObject({
      verdict: 'not-assessed',
      setting: { value: {} },
      raw: [],
    });
  });
});
