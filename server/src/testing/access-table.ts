import type {
  homeOf,
  holdsOneOf,
  mayEnterScreen,
  MenuEntry,
  mspMenu,
  organizationMenu,
  reachableIds,
  reachesOrganization,
  Scope,
  Screen,
  Subject,
} from '@sentrywell/contract/access.ts';
import type { Role } from '@sentrywell/contract/permissions.ts';

/** The exports of contract/src/access.ts, or of a changed copy of it. */
export type AccessRules = {
  readonly homeOf: typeof homeOf;
  readonly holdsOneOf: typeof holdsOneOf;
  readonly mayEnterScreen: typeof mayEnterScreen;
  readonly mspMenu: typeof mspMenu;
  readonly organizationMenu: typeof organizationMenu;
  readonly reachableIds: typeof reachableIds;
  readonly reachesOrganization: typeof reachesOrganization;
};

const scope = (resourceType: Scope['resourceType'], resourceId: number): Scope => ({ resourceType, resourceId });

const everyRole: readonly Role[] = [
  'MSP_SUPER_ADMIN',
  'MSP_USER',
  'MSP_AUDITOR',
  'ORG_ADMIN',
  'ORG_AUDITOR',
  'ORG_USER_EMPLOYEE',
  'ORG_USER_VENDOR',
  'SECURITY_ANALYST',
  'COMPLIANCE_ANALYST',
];

/** MSP 3 manages organization 10; people of organizations belong to 10. */
function subjectOf(role: Role, more: Partial<Subject> = {}): Subject {
  const isMsp = role.startsWith('MSP_');
  return {
    userType: isMsp ? 'msp' : 'organization',
    role,
    isRootUser: false,
    mspId: isMsp ? 3 : null,
    orgId: isMsp ? null : 10,
    scopes: [
      isMsp ? (role === 'MSP_SUPER_ADMIN' ? scope('msp', -1) : scope('organization', 10)) : scope('organization', 10),
    ],
    ...more,
  };
}

const root: Subject = { userType: 'msp', role: undefined, isRootUser: true, mspId: null, orgId: null, scopes: [] };

/** Who enters which screen (specification §2), in the order of `everyRole`: x may, . may not. */
const screens: Readonly<Record<Screen, string>> = {
  mspDashboard: 'xxx......',
  mspTenants: 'xxx......',
  mspAuditLogs: 'x.x......',
  mspTeam: 'xxx......',
  mspBilling: 'x........',
  mspAssessments: 'x........',
  orgDashboard: 'xxxxx..x.',
  orgTeam: 'xxxxx..x.',
  orgAuditLogs: 'xxxxx....',
  orgSra: 'x..x...x.',
  orgBilling: '...x.....',
  orgBaa: 'xx.x.....',
  settings: 'xxxxxxxxx',
};

const menuOfMsp: Readonly<Record<string, string>> = {
  'Dashboard /msp/dashboard dashboard': 'xxxxxxxxx',
  'Tenants /msp/tenants tenants': 'xxx......',
  'Assessments /msp/assessments assessments': 'x........',
  'Team /msp/team team': 'x.x......',
  'Audit Logs /msp/auditlogs audit': 'x.x......',
  'Billing /msp/billing billing': 'x........',
};

const menuOfOrganization: Readonly<Record<string, string>> = {
  'Dashboard /org/10/dashboard dashboard': 'xxxxx..x.',
  'Dashboard /org/10/dashboard dashboard locked': '.....xx.x',
  'Team /org/10/team team': 'xxxx.....',
  'Billing /org/10/billing billing': '...x.....',
  'Audit Logs /org/10/audit-logs audit': 'x.xxx....',
  'SRA /org/10/sra sra': 'x..x...x.',
  'SRA /org/10/sra sra locked': '.xx......',
  'BAA /org/10/baa baa soon': 'xx.x.....',
  'PnP /org/PnP/10 pnp soon': 'xx.x.....',
};

function written({ label, to, icon, soon, lockedReason }: MenuEntry): string {
  const locked = lockedReason !== undefined && lockedReason.length > 20;
  return `${label} ${to} ${icon}${soon === true ? ' soon' : ''}${locked ? ' locked' : ''}`;
}

const isMarked = (marks: string, role: Role) => marks[everyRole.indexOf(role)] === 'x';

function menuDefects(rules: AccessRules): string[] {
  const menus = [
    ['MSP', menuOfMsp, (subject: Subject) => rules.mspMenu(subject)],
    ['organization', menuOfOrganization, (subject: Subject) => rules.organizationMenu(subject, 10)],
  ] as const;
  return menus.flatMap(([name, table, menu]) => [
    ...everyRole.flatMap((role) => {
      const should = Object.keys(table).filter((entry) => isMarked(table[entry] ?? '', role));
      const is = menu(subjectOf(role)).map(written);
      return is.join('|') === should.join('|') ? [] : [`the ${name} menu of ${role}: ${is.join(', ')}`];
    }),
    // A root user sees every entry, and none of them locked.
    ...(menu(root).map(written).join('|') ===
    Object.keys(table)
      .filter((entry) => !entry.endsWith('locked'))
      .join('|')
      ? []
      : [`the ${name} menu of a root user`]),
    ...(menu(root).some((entry) => 'shownTo' in entry) ? [`the ${name} menu tells who sees what`] : []),
  ]);
}

function screenDefects(rules: AccessRules): string[] {
  const names = Object.keys(screens) as Screen[];
  return names.flatMap((screen) => [
    ...everyRole.flatMap((role) => {
      const may = isMarked(screens[screen], role);
      const without = rules.mayEnterScreen(subjectOf(role), screen) === may;
      const own = rules.mayEnterScreen(subjectOf(role), screen, 10) === may;
      const all = role === 'MSP_SUPER_ADMIN';
      const other = rules.mayEnterScreen(subjectOf(role), screen, 11) === (may && all);
      return without && own && other ? [] : [`${role} on ${screen}`];
    }),
    ...(rules.mayEnterScreen(root, screen) && rules.mayEnterScreen(root, screen, 99) ? [] : [`root on ${screen}`]),
  ]);
}

type Reach = readonly [string, Subject, { readonly id: number; readonly mspId: number | null }, boolean];

const reaches: readonly Reach[] = [
  ['root, anything', root, { id: 77, mspId: null }, true],
  ['super admin, own MSP', subjectOf('MSP_SUPER_ADMIN'), { id: 10, mspId: 3 }, true],
  ['super admin, other MSP', subjectOf('MSP_SUPER_ADMIN'), { id: 10, mspId: 4 }, false],
  ['super admin, independent', subjectOf('MSP_SUPER_ADMIN'), { id: 10, mspId: null }, false],
  ['no MSP and no MSP never match', subjectOf('MSP_SUPER_ADMIN', { mspId: null }), { id: 10, mspId: null }, false],
  ['no MSP', subjectOf('MSP_SUPER_ADMIN', { mspId: null }), { id: 10, mspId: 3 }, false],
  ['assigned', subjectOf('MSP_USER'), { id: 10, mspId: 3 }, true],
  ['not assigned', subjectOf('MSP_USER'), { id: 11, mspId: 3 }, false],
  ['assigned, but of another MSP', subjectOf('MSP_USER'), { id: 10, mspId: 4 }, false],
  ['without scopes', subjectOf('MSP_USER', { scopes: [] }), { id: 10, mspId: 3 }, false],
  ['a scope for one MSP by its id', subjectOf('MSP_USER', { scopes: [scope('msp', 3)] }), { id: 10, mspId: 3 }, false],
  ['a scope of another kind', subjectOf('MSP_USER', { scopes: [scope('sra', 10)] }), { id: 10, mspId: 3 }, false],
  ['a scope of -1 of another kind', subjectOf('MSP_USER', { scopes: [scope('sra', -1)] }), { id: 10, mspId: 3 }, false],
  [
    'one scope of several',
    subjectOf('MSP_USER', { scopes: [scope('organization', 9), scope('organization', 10)] }),
    { id: 10, mspId: 3 },
    true,
  ],
  ['own organization', subjectOf('ORG_ADMIN'), { id: 10, mspId: 3 }, true],
  ['own independent organization', subjectOf('ORG_ADMIN'), { id: 10, mspId: null }, true],
  ['sibling organization', subjectOf('ORG_ADMIN'), { id: 11, mspId: 3 }, false],
  ['own organization without its scope', subjectOf('ORG_ADMIN', { scopes: [] }), { id: 10, mspId: 3 }, false],
  [
    'a scope for another organization',
    subjectOf('ORG_ADMIN', { scopes: [scope('organization', 11)] }),
    { id: 11, mspId: 3 },
    false,
  ],
  [
    'an organization’s user with an MSP’s scope',
    subjectOf('ORG_ADMIN', { mspId: 3, scopes: [scope('msp', -1)] }),
    { id: 11, mspId: 3 },
    false,
  ],
];

function reachDefects(rules: AccessRules): string[] {
  return reaches
    .filter(([, subject, organization, should]) => rules.reachesOrganization(subject, organization) !== should)
    .map(([name]) => `reach: ${name}`);
}

/** `undefined`: every one. */
const reachable: readonly (readonly [string, Subject, readonly number[] | undefined])[] = [
  ['root', root, undefined],
  ['super admin', subjectOf('MSP_SUPER_ADMIN'), undefined],
  ['assigned', subjectOf('MSP_USER'), [10]],
  ['without scopes', subjectOf('MSP_USER', { scopes: [] }), []],
  ['a scope of -1 of another kind', subjectOf('MSP_USER', { scopes: [scope('sra', -1)] }), []],
  [
    'only scopes for organizations count',
    subjectOf('MSP_USER', {
      scopes: [scope('organization', 9), scope('msp', 3), scope('sra', 11), scope('organization', 10)],
    }),
    [9, 10],
  ],
];

function listDefects(rules: AccessRules): string[] {
  return reachable
    .filter(([, subject, should]) => String(rules.reachableIds(subject)) !== String(should))
    .map(([name]) => `list: ${name}`);
}

function roleDefects(rules: AccessRules): string[] {
  const only = everyRole.flatMap((role) =>
    everyRole
      .filter((allowed) => rules.holdsOneOf(subjectOf(role), [allowed]) !== (role === allowed))
      .map((allowed) => `${role} as ${allowed}`),
  );
  // A role counts only with its own kind of user (ruling R10).
  const crossed = everyRole
    .filter((role) =>
      rules.holdsOneOf(subjectOf(role, { userType: role.startsWith('MSP_') ? 'organization' : 'msp' }), [role]),
    )
    .map((role) => `${role} held by the other kind of user`);
  const odd = [
    rules.holdsOneOf(subjectOf('ORG_ADMIN', { role: undefined }), everyRole) ? ['no role passes'] : [],
    rules.holdsOneOf(root, []) ? [] : ['root does not pass'],
    rules.holdsOneOf(subjectOf('MSP_USER'), []) ? ['nobody is allowed, and somebody passes'] : [],
    rules.holdsOneOf(subjectOf('MSP_USER'), ['ORG_ADMIN', 'MSP_USER']) ? [] : ['one of two'],
  ];
  return [...only, ...crossed, ...odd.flat()];
}

function screenScopeDefects(rules: AccessRules): string[] {
  const cases: readonly (readonly [string, boolean, boolean])[] = [
    ['no MSP', rules.mayEnterScreen(subjectOf('MSP_SUPER_ADMIN', { mspId: null }), 'orgDashboard', 10), false],
    ['assigned', rules.mayEnterScreen(subjectOf('MSP_USER'), 'orgDashboard', 10), true],
    ['not assigned', rules.mayEnterScreen(subjectOf('MSP_USER'), 'orgDashboard', 11), false],
    ['own without scope', rules.mayEnterScreen(subjectOf('ORG_ADMIN', { scopes: [] }), 'orgDashboard', 10), false],
    [
      'a scope for another',
      rules.mayEnterScreen(subjectOf('ORG_ADMIN', { scopes: [scope('organization', 11)] }), 'orgDashboard', 11),
      false,
    ],
    [
      'an organization’s user with an MSP’s scope',
      rules.mayEnterScreen(subjectOf('ORG_ADMIN', { mspId: 3, scopes: [scope('msp', -1)] }), 'orgDashboard', 11),
      false,
    ],
  ];
  return cases.filter(([, is, should]) => is !== should).map(([name]) => `screen: ${name}`);
}

function homeDefects(rules: AccessRules): string[] {
  const cases: readonly (readonly [string, Subject, string])[] = [
    ['an organization’s user', subjectOf('ORG_ADMIN'), '/org/10/dashboard'],
    ['an MSP’s user', subjectOf('MSP_USER'), '/msp/dashboard'],
    ['root', root, '/msp/dashboard'],
    ['nobody’s user', subjectOf('MSP_USER', { mspId: null }), '/'],
  ];
  return cases.filter(([, subject, home]) => rules.homeOf(subject) !== home).map(([name]) => `home of ${name}`);
}

/** Compares the rules with what is written down here by hand, cell by cell. @returns where they differ. */
export function accessDefects(rules: AccessRules): string[] {
  return [
    ...roleDefects(rules),
    ...reachDefects(rules),
    ...listDefects(rules),
    ...screenDefects(rules),
    ...screenScopeDefects(rules),
    ...menuDefects(rules),
    ...homeDefects(rules),
  ];
}
