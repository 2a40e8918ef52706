import { type Role, type MspRole, type OrganizationRole, mspRoles, organizationRoles, roles } from './permissions.ts';
import type { ScopeType, UserType } from './shapes.ts';

/**
 * The rules that the server and the browser both ask. The server's answer counts; the browser's is a courtesy (ruling R9).
 */

export type Scope = { readonly resourceType: ScopeType; readonly resourceId: number };

/** What the rules need to know of a signed-in person. */
export type Subject = {
  readonly userType: UserType;
  /** undefined for a root user, who holds no role. */
  readonly role: Role | undefined;
  readonly isRootUser: boolean;
  readonly mspId: number | null;
  readonly orgId: number | null;
  readonly scopes: readonly Scope[];
};

/** `mspId` null: an independent organization. */
export type ReachableOrganization = { readonly id: number; readonly mspId: number | null };

function isMspRole(role: Role): role is MspRole {
  return mspRoles.some((candidate) => candidate === role);
}

function isOrganizationRole(role: Role): role is OrganizationRole {
  return organizationRoles.some((candidate) => candidate === role);
}

/** A role counts only with its own kind of user: an ORG_AUDITOR never passes for an MSP_AUDITOR (ruling R10). */
export function holdsOneOf(subject: Subject, allowed: readonly Role[]): boolean {
  if (subject.isRootUser) {
    return true;
  }
  const { role, userType } = subject;
  if (role === undefined || !allowed.includes(role)) {
    return false;
  }
  return userType === 'msp' ? isMspRole(role) : isOrganizationRole(role);
}

type Scoped = Pick<Subject, 'isRootUser' | 'scopes'>;

function hasScope({ scopes }: Scoped, resourceType: ScopeType, resourceId: number): boolean {
  return scopes.some((scope) => scope.resourceType === resourceType && scope.resourceId === resourceId);
}

/** The `resourceId` of a scope of type msp: every organization of the MSP, present and future (ruling R11). */
const everyOrganization = -1;

/** The organizations that an MSP person is assigned; undefined: all of their MSP, or for a root user all there are. */
export function reachableIds(subject: Scoped): readonly number[] | undefined {
  if (subject.isRootUser || hasScope(subject, 'msp', everyOrganization)) {
    return undefined;
  }
  return subject.scopes.filter((scope) => scope.resourceType === 'organization').map((scope) => scope.resourceId);
}

/**
 * May this person reach this organization at all? An MSP role reaches it only through its own MSP, and only with a scope
 * for it: -1 (every organization of the MSP) or its id. Two missing MSPs never match (security rule 3).
 */
export function reachesOrganization(subject: Subject, organization: ReachableOrganization): boolean {
  if (subject.isRootUser) {
    return true;
  }
  if (subject.userType === 'organization') {
    return subject.orgId === organization.id && hasScope(subject, 'organization', organization.id);
  }
  if (subject.mspId === null || organization.mspId !== subject.mspId) {
    return false;
  }
  return hasScope(subject, 'msp', everyOrganization) || hasScope(subject, 'organization', organization.id);
}

const dashboardRoles: readonly Role[] = [...mspRoles, 'ORG_ADMIN', 'SECURITY_ANALYST', 'ORG_AUDITOR'];

/** Roles that may enter each screen (specification §2, the route table). Root passes all. */
export const screenRoles = {
  mspDashboard: mspRoles,
  mspTenants: mspRoles,
  mspAuditLogs: ['MSP_SUPER_ADMIN', 'MSP_AUDITOR'],
  mspTeam: mspRoles,
  mspBilling: ['MSP_SUPER_ADMIN'],
  mspAssessments: ['MSP_SUPER_ADMIN'],
  orgDashboard: dashboardRoles,
  orgTeam: dashboardRoles,
  orgAuditLogs: ['MSP_SUPER_ADMIN', 'MSP_AUDITOR', 'MSP_USER', 'ORG_ADMIN', 'ORG_AUDITOR'],
  orgSra: ['MSP_SUPER_ADMIN', 'ORG_ADMIN', 'SECURITY_ANALYST'],
  orgBilling: ['ORG_ADMIN'],
  orgBaa: ['MSP_SUPER_ADMIN', 'MSP_USER', 'ORG_ADMIN'],
  settings: roles,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Screen = keyof typeof screenRoles;

/**
 * May this person enter the screen? `organizationId` is the route's id on an organization's screen. Whether that organization
 * is one of the person's own MSP only the server knows, so that is taken for granted here.
 */
export function mayEnterScreen(subject: Subject, screen: Screen, organizationId?: number): boolean {
  return (
    holdsOneOf(subject, screenRoles[screen]) &&
    (organizationId === undefined || reachesOrganization(subject, { id: organizationId, mspId: subject.mspId }))
  );
}

export type MenuIcon = 'dashboard' | 'tenants' | 'team' | 'audit' | 'billing' | 'sra' | 'assessments' | 'baa' | 'pnp';

export type MenuEntry = {
  readonly label: string;
  readonly to: string;
  readonly icon: MenuIcon;
  /** Marked 'Soon': leads to the coming-soon page. */
  readonly soon?: true;
  /** Shown locked, with this reason, instead of a link to /unauthorized (ruling R13). */
  readonly lockedReason?: string;
};

type MenuRule = MenuEntry & { readonly shownTo: readonly Role[] | 'all' };

function entriesFor(subject: Subject, rules: readonly MenuRule[]): readonly MenuEntry[] {
  return rules
    .filter((rule) => rule.shownTo === 'all' || holdsOneOf(subject, rule.shownTo))
    .map(({ shownTo: _, ...entry }) => entry);
}

/** The MSP sidebar (specification §6, 'MSP menu'). */
export function mspMenu(subject: Subject): readonly MenuEntry[] {
  return entriesFor(subject, [
    { label: 'Dashboard', to: '/msp/dashboard', icon: 'dashboard', shownTo: 'all' },
    { label: 'Tenants', to: '/msp/tenants', icon: 'tenants', shownTo: mspRoles },
    { label: 'Assessments', to: '/msp/assessments', icon: 'assessments', shownTo: screenRoles.mspAssessments },
    { label: 'Team', to: '/msp/team', icon: 'team', shownTo: ['MSP_SUPER_ADMIN', 'MSP_AUDITOR'] },
    { label: 'Audit Logs', to: '/msp/auditlogs', icon: 'audit', shownTo: screenRoles.mspAuditLogs },
    { label: 'Billing', to: '/msp/billing', icon: 'billing', shownTo: screenRoles.mspBilling },
  ]);
}

/** The organization sidebar (specification §6, 'Org menu', with the two mends of ruling R13). */
export function organizationMenu(subject: Subject, organizationId: number): readonly MenuEntry[] {
  const base = `/org/${organizationId}`;
  const dashboard: MenuRule = {
    label: 'Dashboard',
    to: `${base}/dashboard`,
    icon: 'dashboard',
    shownTo: 'all',
    ...(holdsOneOf(subject, screenRoles.orgDashboard)
      ? {}
      : { lockedReason: 'Only administrators, auditors and security analysts may open the dashboard.' }),
  };
  const sra: MenuRule = {
    label: 'SRA',
    to: `${base}/sra`,
    icon: 'sra',
    shownTo: ['MSP_SUPER_ADMIN', 'MSP_AUDITOR', 'MSP_USER', 'ORG_ADMIN', 'SECURITY_ANALYST'],
    ...(holdsOneOf(subject, screenRoles.orgSra)
      ? {}
      : {
          lockedReason:
            'Only an MSP Super Admin, the organization’s admin or its security analyst may open assessments.',
        }),
  };
  return entriesFor(subject, [
    dashboard,
    { label: 'Team', to: `${base}/team`, icon: 'team', shownTo: [...mspRoles, 'ORG_ADMIN'] },
    { label: 'Billing', to: `${base}/billing`, icon: 'billing', shownTo: screenRoles.orgBilling },
    {
      label: 'Audit Logs',
      to: `${base}/audit-logs`,
      icon: 'audit',
      shownTo: ['MSP_SUPER_ADMIN', 'MSP_AUDITOR', 'ORG_ADMIN', 'ORG_AUDITOR'],
    },
    sra,
    { label: 'BAA', to: `${base}/baa`, icon: 'baa', soon: true, shownTo: screenRoles.orgBaa },
    { label: 'PnP', to: `/org/PnP/${organizationId}`, icon: 'pnp', soon: true, shownTo: screenRoles.orgBaa },
  ]);
}

/** Where a person lands after signing in (specification §2, 'Post-login redirect wrapper'). */
export function homeOf(subject: Pick<Subject, 'userType' | 'orgId' | 'mspId' | 'isRootUser'>): string {
  if (subject.orgId !== null) {
    return `/org/${subject.orgId}/dashboard`;
  }
  return subject.mspId !== null || subject.isRootUser ? '/msp/dashboard' : '/';
}
