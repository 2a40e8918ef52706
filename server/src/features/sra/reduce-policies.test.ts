import { describe, expect, it } from 'vitest';
import { assessed, inForce, readPolicies, reduced, rootUnit, type SentPolicy } from '../../testing/google-policies.ts';
import { catalogue } from './catalogue.ts';
import { reducePolicies } from './reduce-policies.ts';

const imap = 'gmail.imap_access';
const staff = 'orgUnits/staff';
const nurses = 'orgUnits/nurses';

function imapPolicy(enableImapAccess: boolean, place: Omit<SentPolicy, 'type' | 'value'> = {}): SentPolicy {
  return { type: imap, value: { enableImapAccess }, ...place };
}

describe('the winner among policies', () => {
  it.each([
    ['an administrator beats Google', [imapPolicy(true, { by: 'SYSTEM' }), imapPolicy(false)], false],
    [
      "the strongest of Google's own counts, not the first",
      [
        imapPolicy(false, { by: 'SYSTEM', sortOrder: 101 }),
        imapPolicy(true, { by: 'SYSTEM', sortOrder: 101.00075 }),
        imapPolicy(false, { by: 'SYSTEM', sortOrder: 101.00025 }),
      ],
      true,
    ],
    ['order does not matter', [imapPolicy(false), imapPolicy(true, { by: 'SYSTEM' })], false],
    [
      'of two equally strong ones the administrator wins',
      [imapPolicy(true, { by: 'SYSTEM', sortOrder: 201 }), imapPolicy(false, { sortOrder: 201 })],
      false,
    ],
  ])('%s', (_rule, policies, enableImapAccess) => {
    expect(inForce(policies, imap)).toEqual([{ place: rootUnit, value: { enableImapAccess } }]);
  });

  it('has a row in each unit that sets something itself', () => {
    const rows = inForce(
      [imapPolicy(true, { by: 'SYSTEM' }), imapPolicy(false, { orgUnit: staff, sortOrder: 202 })],
      imap,
    );
    expect(rows).toEqual([
      { place: rootUnit, value: { enableImapAccess: true } },
      { place: staff, value: { enableImapAccess: false } },
    ]);
  });

  it("drops a unit's policy that its ancestor beats", () => {
    const rows = inForce(
      [imapPolicy(false), imapPolicy(true, { by: 'SYSTEM', orgUnit: staff, sortOrder: 101.5 })],
      imap,
    );
    expect(rows).toEqual([{ place: rootUnit, value: { enableImapAccess: false } }]);
  });

  it('of two equally strong ones the nearer wins', () => {
    const [far, near] = [
      imapPolicy(false, { name: 'policies/a' }),
      imapPolicy(true, { name: 'policies/b', orgUnit: staff, sortOrder: 201 }),
    ];
    expect(inForce([far, near], imap)).toContainEqual({ place: staff, value: { enableImapAccess: true } });
  });

  it('keeps policies of groups apart from those of units, however strong they are', () => {
    const rows = inForce([imapPolicy(true), imapPolicy(false, { group: 'groups/g', sortOrder: 201.00109 })], imap);
    expect(rows).toEqual([
      { place: rootUnit, value: { enableImapAccess: true } },
      { place: 'groups/g', value: { enableImapAccess: false } },
    ]);
  });

  it('takes the strongest policy of a group', () => {
    const group = 'groups/g';
    const rows = inForce(
      [imapPolicy(true, { group, sortOrder: 399 }), imapPolicy(false, { group, sortOrder: 399.00002 })],
      imap,
    );
    expect(rows).toEqual([{ place: group, value: { enableImapAccess: false } }]);
  });

  it('takes the unit with the weakest policy for the root where Google set nothing', () => {
    const policies = readPolicies([
      imapPolicy(false, { orgUnit: staff, sortOrder: 202 }),
      imapPolicy(true, { sortOrder: 201 }),
    ]);
    expect(reducePolicies(policies, { catalogue }).root).toBe(rootUnit);
    expect(reducePolicies([], { catalogue }).root).toBe('');
  });

  it('takes the unit with most of Google\u2019s policies for the root, where a policy without a unit belongs too', () => {
    const stray = imapPolicy(true, { by: 'SYSTEM', orgUnit: staff });
    const result = reduced([
      stray,
      imapPolicy(true, { by: 'SYSTEM' }),
      imapPolicy(false, { orgUnit: '', sortOrder: 300 }),
    ]);
    expect(result.root).toBe(rootUnit);
    expect(result.inForce('settings/gmail.imap_access', rootUnit)).toEqual({ enableImapAccess: false });
  });
});

describe('settings that Google delivers in pieces', () => {
  const history = 'chat.chat_history';
  const pieces: SentPolicy[] = [
    { type: history, value: { historyOnByDefault: true }, by: 'SYSTEM', sortOrder: 101 },
    { type: history, value: { allowUserModification: true }, by: 'SYSTEM', sortOrder: 101.00002 },
  ];

  it('are put together, each field from the strongest policy that has it', () => {
    const weaker = { type: history, value: { historyOnByDefault: false }, by: 'SYSTEM', sortOrder: 100 };
    expect(inForce([...pieces, weaker], history)).toEqual([
      { place: rootUnit, value: { historyOnByDefault: true, allowUserModification: true } },
    ]);
  });

  it('inherit what a unit does not set itself', () => {
    const own = { type: history, value: { allowUserModification: false }, orgUnit: staff, sortOrder: 202 };
    expect(inForce([...pieces, own], history)).toContainEqual({
      place: staff,
      value: { historyOnByDefault: true, allowUserModification: false },
    });
  });

  it('inherit from the parent where the parent is known, else from the root', () => {
    const policies = [
      ...pieces,
      { type: history, value: { historyOnByDefault: false }, orgUnit: staff, sortOrder: 202 },
      { type: history, value: { allowUserModification: false }, orgUnit: nurses, sortOrder: 203 },
    ];
    const ofNurses = (parents?: ReadonlyMap<string, string>): unknown => {
      return inForce(policies, history, parents).find(({ place }) => place === nurses)?.value;
    };
    expect(ofNurses()).toEqual({ historyOnByDefault: true, allowUserModification: false });
    expect(
      ofNurses(
        new Map([
          [nurses, staff],
          [staff, rootUnit],
        ]),
      ),
    ).toEqual({ historyOnByDefault: false, allowUserModification: false });
    // Parents that go in a circle end nowhere but at the root.
    expect(
      ofNurses(
        new Map([
          [nurses, staff],
          [staff, nurses],
        ]),
      ),
    ).toEqual({ historyOnByDefault: false, allowUserModification: false });
  });

  it('join their lists', () => {
    const sharing = 'groups_for_business.groups_sharing';
    const rows = inForce(
      [
        { type: sharing, value: { list: [1] } },
        { type: sharing, value: { list: [2] }, by: 'SYSTEM' },
      ],
      sharing,
    );
    expect(rows).toEqual([{ place: rootUnit, value: { list: [1, 2] } }]);
  });
});

describe('settings that are lists of keyed entries', () => {
  it('take of each key the strongest entry', () => {
    const states = 'gmail.rule_states';
    const rows = inForce(
      [
        {
          type: states,
          value: {
            ruleStates: [
              { ruleId: 'a', enabled: true },
              { ruleId: 'b', enabled: true },
            ],
          },
          by: 'SYSTEM',
        },
        { type: states, value: { ruleStates: [{ ruleId: 'a', enabled: false }] } },
      ],
      states,
    );
    expect(rows).toEqual([
      {
        place: rootUnit,
        value: {
          ruleStates: [
            { ruleId: 'a', enabled: false },
            { ruleId: 'b', enabled: true },
          ],
        },
      },
    ]);
  });

  it('keep every policy of a list', () => {
    const detector = 'detector.word_list';
    const rows = inForce(
      [
        { type: detector, value: { displayName: 'a' } },
        { type: detector, value: { displayName: 'b' } },
      ],
      detector,
    );
    expect(rows.map(({ value }) => value)).toEqual([{ displayName: 'a' }, { displayName: 'b' }]);
  });
});

describe('rules that Google reports one by one', () => {
  const rule = (state: string, trigger: string, action: unknown = {}): SentPolicy => ({
    type: 'rule.dlp',
    value: { displayName: 'x', state, triggers: [`google.workspace.${trigger}`], action },
  });

  it('make one row that counts those at work for each application', () => {
    const rows = inForce(
      [
        rule('ACTIVE', 'drive.file.v1.share', { driveAction: { blockAccess: {} } }),
        rule('ACTIVE', 'drive.file.v1.share', { alertCenterAction: { severity: 'HIGH' } }),
        rule('INACTIVE', 'chat.message.v1.send', { chatAction: { blockContent: {} } }),
        rule('ACTIVE', 'calendar.event.v1.save'),
      ],
      'rule.dlp',
    );
    expect(rows).toEqual([
      {
        place: rootUnit,
        value: {
          activeDriveRules: 2,
          activeGmailRules: 0,
          activeChatRules: 0,
          activeCalendarRules: 1,
          activeBlockingRules: 1,
        },
      },
    ]);
  });

  it('leave alerts that nobody changed at their default', () => {
    const [row] = assessed([
      { type: 'rule.system_defined_alerts', value: { displayName: 'Suspicious login', state: 'INACTIVE' } },
      { type: 'rule.system_defined_alerts', value: { displayName: 'User granted Admin privilege', state: 'ACTIVE' } },
    ]).filter(({ setting }) => setting.type === 'settings/rule.system_defined_alerts');
    expect(row?.setting.value).toMatchObject({
      'Suspicious login': 'INACTIVE',
      'User granted Admin privilege': 'ACTIVE',
      "User's password changed": 'INACTIVE',
      'Leaked password': 'ACTIVE',
    });
    expect(row?.raw).toHaveLength(2);
  });
});

describe('settings that Google does not send', () => {
  it('stand at their default on the root unit when they are of tier 1, and nowhere else', () => {
    const { rows } = reduced([]);
    const missing = rows.filter(({ policies }) => policies.length === 0);
    expect(missing.map(({ type }) => type).toSorted()).toEqual(
      catalogue.settings
        .filter(({ tier }) => tier === 1)
        .map(({ type }) => type)
        .toSorted(),
    );
    expect(missing.every(({ orgUnit }) => orgUnit === rootUnit)).toBe(true);
    const length = missing.find(({ type }) => type === 'settings/security.password')?.value?.['minimumLength'];
    expect(length).toBe(8);
  });

  it('are added on the root unit even where another unit sets them', () => {
    const rows = reduced([imapPolicy(false, { orgUnit: staff, sortOrder: 202 })]).rows.filter(({ type }) =>
      type.endsWith(imap),
    );
    expect(rows.map(({ orgUnit, policies }) => [orgUnit, policies.length])).toEqual([
      [staff, 1],
      [rootUnit, 0],
    ]);
  });
});
