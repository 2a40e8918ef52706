import type { AddPolicy, Directory } from './policy.ts';
import { stableId } from './stable-random.ts';

/** Settings whose policies are written by hand: lists, rules, pieces, several of Google's own at once. */
export const specialTypes: ReadonlySet<string> = new Set(
  [
    'api_controls.google_services',
    'chat.chat_history',
    'security.super_admin_account_recovery',
    'gmail.rule_states',
    'gmail.email_address_lists',
    'gmail.spam_override_lists',
    'gmail.blocked_sender_lists',
    'gmail.comprehensive_mail_storage',
    'gmail.content_compliance',
    'gmail.attachment_compliance',
    'gmail.objectionable_content',
    'rule.dlp',
    'rule.system_defined_alerts',
    'detector.regular_expression',
    'detector.word_list',
    'workspace_marketplace.apps_allowlist',
  ].map((name) => `settings/${name}`),
);

type Chances = { readonly random: () => number; readonly care: number };

const restrictable = [
  'DRIVE_ALL',
  'GMAIL_ALL',
  'CALENDAR_ALL',
  'CONTACTS_ALL',
  'GSUITE_ADMIN_ALL',
  'VAULT_ALL',
  'CLOUD_PLATFORM',
  'CLOUD_BILLING',
  'CLOUD_ML',
  'APPS_SCRIPT_RUNTIME',
  'APPS_SCRIPT_API',
  'CLASSROOM_ALL',
  'COMMUNICATIONS',
  'TASKS',
  'GROUPS',
  'KEEP',
  'CLOUD_SEARCH',
  'CHAT',
  'MEET',
];

function addApiControls(add: AddPolicy, directory: Directory, { random, care }: Chances): void {
  const [root] = directory.orgUnits;
  const restricted = random() < care - 0.2 ? restrictable : ['DRIVE_HIGH_RISK', 'GMAIL_HIGH_RISK'];
  const services = restricted.map((scopesGroup) => ({ scopesGroup, isEnabled: false }));
  add('settings/api_controls.google_services', { orgUnit: root, by: 'ADMIN' }, { services });
  const apps = ['1021477652431', '719884030162'].map((applicationId) => ({ applicationId, access: 'ALLOWED' }));
  add('settings/workspace_marketplace.apps_allowlist', { orgUnit: root, by: 'ADMIN' }, { apps });
}

// Google's own policies may contradict each other: the strongest one counts.
function addRecoveryAndHistory(add: AddPolicy, directory: Directory, { random, care }: Chances): void {
  const [root, staff] = directory.orgUnits;
  const recovery = 'settings/security.super_admin_account_recovery';
  add(recovery, { orgUnit: root, by: 'SYSTEM' }, { enableAccountRecovery: false }, 101);
  add(recovery, { orgUnit: root, by: 'SYSTEM' }, { enableAccountRecovery: true }, 101.00025);
  add(recovery, { orgUnit: root, by: 'SYSTEM' }, { enableAccountRecovery: true }, 101.00075);
  if (random() < care) add(recovery, { orgUnit: root, by: 'ADMIN' }, { enableAccountRecovery: false });
  const history = 'settings/chat.chat_history';
  add(history, { orgUnit: root, by: 'SYSTEM' }, { historyOnByDefault: true });
  add(history, { orgUnit: root, by: 'SYSTEM' }, { allowUserModification: true });
  if (random() < care) add(history, { orgUnit: staff, by: 'ADMIN' }, { allowUserModification: false });
}

function addMailRules(add: AddPolicy, directory: Directory, { random, care }: Chances): void {
  const root = { orgUnit: directory.orgUnits[0], by: 'ADMIN' } as const;
  const id = (name: string): string => stableId(`${directory.domain}/${name}`, 5, '0123456789abcdef');
  const [storage, bypass, blocked, partners] = [id('storage'), id('bypass'), id('blocked'), id('partners')];
  const careful = random() < care;
  add('settings/gmail.comprehensive_mail_storage', root, { ruleId: storage });
  add('settings/gmail.email_address_lists', root, {
    emailAddressList: [
      {
        id: partners,
        name: 'Laboratory partners',
        addressList: {
          address: [{ address: careful ? 'results@lab.example' : 'lab.example', requireAddressVerification: true }],
        },
      },
    ],
  });
  add('settings/gmail.spam_override_lists', root, {
    spamOverride: [
      {
        ruleId: bypass,
        description: 'Laboratory results',
        bypassSelectedSenders: true,
        bypassSenderAllowlist: [partners],
        hideWarningBannerForAll: false,
      },
    ],
  });
  add('settings/gmail.blocked_sender_lists', root, {
    blockedSenders: [
      { ruleId: blocked, description: 'Known spammers', senderBlocklist: [], bypassApprovedSender: false },
    ],
  });
  const ruleStates = [
    { ruleId: storage, enabled: random() < care },
    { ruleId: bypass, enabled: true },
    { ruleId: blocked, enabled: true },
  ];
  add('settings/gmail.rule_states', root, { ruleStates });
}

const dlpRules = [
  {
    displayName: 'Health records in Drive',
    trigger: 'google.workspace.drive.file.v1.share',
    block: { driveAction: { blockAccess: {} } },
  },
  {
    displayName: 'Health records in Gmail',
    trigger: 'google.workspace.gmail.email.v1.send',
    block: { alertCenterAction: {} },
  },
  {
    displayName: 'Health records in Chat',
    trigger: 'google.workspace.chat.message.v1.send',
    block: { alertCenterAction: {} },
  },
  {
    displayName: 'Health records in Calendar',
    trigger: 'google.workspace.calendar.event.v1.save',
    block: { alertCenterAction: {} },
  },
];

const changedAlerts = [
  "User's password changed",
  'User granted Admin privilege',
  'Suspicious login',
  'Device compromised',
];

function addRules(add: AddPolicy, directory: Directory, { random, care }: Chances): void {
  const root = { orgUnit: directory.orgUnits[0], by: 'ADMIN' } as const;
  const times = { createTime: '2025-02-10T14:20:31.512Z', updateTime: '2026-05-04T08:11:02.007Z' };
  for (const { displayName, trigger, block } of dlpRules) {
    const state = random() < care - 0.15 ? 'ACTIVE' : 'INACTIVE';
    const condition = { contentCondition: "all_content.matches_dlp_detector('US_SOCIAL_SECURITY_NUMBER')" };
    add('settings/rule.dlp', root, {
      displayName,
      description: '',
      state,
      triggers: [trigger],
      condition,
      action: block,
      ...times,
    });
  }
  for (const suffix of ['credit card numbers', 'bank accounts', 'passport numbers']) {
    const displayName = `[Default] Share of ${suffix}`;
    const triggers = ['google.workspace.drive.file.v1.share'];
    add(
      'settings/rule.dlp',
      { ...root, by: 'SYSTEM' },
      { displayName, state: 'INACTIVE', triggers, action: {}, ...times },
    );
  }
  for (const displayName of changedAlerts) {
    const state = random() < care ? 'ACTIVE' : 'INACTIVE';
    const action = {
      alertCenterAction: { recipients: [{ allSuperAdmins: true }], alertCenterConfig: { severity: 'MEDIUM' } },
    };
    add('settings/rule.system_defined_alerts', root, { displayName, description: '', state, action, ...times });
  }
}

function addGroups(add: AddPolicy, directory: Directory): void {
  const orgUnit = directory.orgUnits[0];
  const shared = { orgUnit, group: directory.group, by: 'ADMIN' } as const;
  const administrators = { orgUnit, group: 'WORKSPACE_ALL_ADMIN_GROUP', by: 'ADMIN' } as const;
  add('settings/security.session_controls', shared, { webSessionDuration: '14400s' });
  add('settings/gmail.imap_access', shared, { enableImapAccess: true });
  add('settings/security.two_step_verification_enforcement', administrators, { enforcedFrom: '2025-01-06T00:00:00Z' });
}

export function specialPolicies(add: AddPolicy, directory: Directory, chances: Chances): void {
  addApiControls(add, directory, chances);
  addRecoveryAndHistory(add, directory, chances);
  addMailRules(add, directory, chances);
  addRules(add, directory, chances);
  addGroups(add, directory);
}
