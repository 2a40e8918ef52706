import type { JsonObject } from './json.ts';
import { policiesOf } from './policies.ts';
import { type Directory, directoryOf, type OrgUnit, type Policy, policyAdder } from './policy.ts';
import { stableId } from './stable-random.ts';

export type Account = {
  readonly email: string;
  readonly name: string;
  readonly kind: 'super-administrator' | 'administrator' | 'user' | 'personal';
  readonly sub: string;
  /** The hosted domain; absent for a personal account. */
  readonly hd?: string;
};

/** One customer's Google Workspace: its accounts and its policies. */
export type Workspace = {
  readonly domain: string;
  readonly directory: Directory;
  accounts: () => readonly Account[];
  addAccount: (account: { email: string; name: string; kind: Account['kind'] }) => Account;
  policies: () => readonly Policy[];
  /** Sets some values of a setting as an administrator would. @returns whether there is such an organizational unit */
  setSetting: (type: string, value: JsonObject, orgUnitName?: string) => boolean;
  /** @returns what an administrator set for the whole organization, else what Google set. */
  settingValue: (type: string) => JsonObject;
  /** Takes every policy of a setting away, as if the licence were gone. */
  removeSetting: (type: string) => void;
  /** Undoes every change. */
  reset: () => void;
};

export type Workspaces = {
  /** @returns the domain's Workspace; the first question brings it into being. */
  of: (domain: string) => Workspace;
  list: () => readonly Workspace[];
  findAccount: (email: string) => Account | undefined;
};

function accountOf(email: string, name: string, kind: Account['kind']): Account {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const sub = `1${stableId(email, 20, '0123456789')}`;
  return kind === 'personal' ? { email, name, kind, sub } : { email, name, kind, sub, hd: domain };
}

/** An account of nobody's organization: an ID token for it carries no hosted domain. */
export const personalAccount = accountOf('robin.personal@mail.example', 'Robin (personal account)', 'personal');

/** A Workspace of somebody else, whose administrator a person may pick by mistake. */
export const otherDomain = 'other-clinic.example';

function startingAccounts(domain: string): Account[] {
  return [
    accountOf(`admin@${domain}`, 'Alex Morgan', 'super-administrator'),
    accountOf(`helpdesk@${domain}`, 'Sam Rivera', 'administrator'),
    accountOf(`frontdesk@${domain}`, 'Jamie Lee', 'user'),
  ];
}

function strongest(policies: readonly Policy[]): Policy | undefined {
  return policies.toSorted((one, other) => other.policyQuery.sortOrder - one.policyQuery.sortOrder)[0];
}

function policiesAt(policies: readonly Policy[], type: string, orgUnit: OrgUnit): readonly Policy[] {
  return policies.filter(
    ({ setting, policyQuery }) =>
      setting.type === type && policyQuery.orgUnit === `orgUnits/${orgUnit.id}` && policyQuery.group === undefined,
  );
}

/** What a domain's Workspace begins with; undefined: something believable of the emulator's own. */
export type StartingPolicies = (domain: string) => Policy[] | undefined;

function createWorkspace(domain: string, startingPolicies: StartingPolicies): Workspace {
  const directory = directoryOf(domain);
  const start = (): Policy[] => startingPolicies(domain) ?? policiesOf(directory);
  let policies = start();
  const accounts = startingAccounts(domain);
  const root = directory.orgUnits[0];
  const settingValue = (type: string): JsonObject => strongest(policiesAt(policies, type, root))?.setting.value ?? {};
  return {
    domain,
    directory,
    accounts: () => accounts,
    addAccount: ({ email, name, kind }) => {
      const account = accountOf(email.toLowerCase(), name, kind);
      accounts.push(account);
      return account;
    },
    policies: () => policies,
    settingValue,
    setSetting: (type, value, orgUnitName = '/') => {
      const orgUnit = directory.orgUnits.find(({ name }) => name === orgUnitName);
      if (orgUnit === undefined) return false;
      const existing = strongest(policiesAt(policies, type, orgUnit).filter((policy) => policy.type === 'ADMIN'));
      if (existing === undefined) {
        policyAdder(directory, policies)(type, { orgUnit, by: 'ADMIN' }, { ...settingValue(type), ...value });
      } else {
        existing.setting.value = { ...existing.setting.value, ...value };
      }
      return true;
    },
    removeSetting: (type) => {
      policies = policies.filter(({ setting }) => setting.type !== type);
    },
    reset: () => {
      policies = start();
    },
  };
}

export function createWorkspaces(startingPolicies: StartingPolicies = () => undefined): Workspaces {
  const known = new Map<string, Workspace>();
  return {
    of: (name) => {
      const domain = name.toLowerCase();
      const workspace = known.get(domain) ?? createWorkspace(domain, startingPolicies);
      known.set(domain, workspace);
      return workspace;
    },
    list: () => [...known.values()],
    findAccount: (email) => {
      if (email === personalAccount.email) return personalAccount;
      for (const workspace of known.values()) {
        const account = workspace.accounts().find((candidate) => candidate.email === email.toLowerCase());
        if (account !== undefined) return account;
      }
      return undefined;
    },
  };
}

export function isDomain(text: string): boolean {
  return text.length <= 253 && /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/.test(text.toLowerCase());
}
