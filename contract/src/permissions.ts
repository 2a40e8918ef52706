/**
 * The permission bits, the nine roles and who may invite whom (specification §6).
 * Guards never decide by bits alone: the bits are derived data (ruling R10); see access.ts.
 */
const permissions = {
  VIEW_LOGS: 1,
  DOWNLOAD_REPORTS: 2,
  ADD_ORGANIZATION: 4,
  DELETE_ORGANIZATION: 8,
  ADD_MSP_USER: 16,
  VIEW_BILLING: 32,
  ASSIGN_ORG: 64,
  ADD_ORG_USER: 128,
  REMOVE_ORG_USER: 256,
  MANAGE_ORG_PERMISSIONS: 512,
  VIEW_DOCS: 1024,
  SIGN_DOCS: 2048,
  UPLOAD_DOCS: 4096,
  ACCESS_SRA: 8192,
  ACCESS_BAA: 16384,
  ACCESS_PNP: 32768,
  MANAGE_PNP: 65536,
  MANAGE_BAA: 131072,
} as const;

export const mspRoles = ['MSP_SUPER_ADMIN', 'MSP_USER', 'MSP_AUDITOR'] as const;
export const organizationRoles = [
  'ORG_ADMIN',
  'ORG_AUDITOR',
  'ORG_USER_EMPLOYEE',
  'ORG_USER_VENDOR',
  'SECURITY_ANALYST',
  'COMPLIANCE_ANALYST',
] as const;
export const roles = [...mspRoles, ...organizationRoles] as const;

export type MspRole = (typeof mspRoles)[number];
export type OrganizationRole = (typeof organizationRoles)[number];
export type Role = (typeof roles)[number];

const p = permissions;

/** The bits each role combines (specification §6, table 'Roles'). */
export const rolePermissions: Readonly<Record<Role, number>> = {
  MSP_SUPER_ADMIN:
    p.ADD_ORGANIZATION |
    p.DELETE_ORGANIZATION |
    p.ADD_MSP_USER |
    p.VIEW_BILLING |
    p.VIEW_LOGS |
    p.ASSIGN_ORG |
    p.DOWNLOAD_REPORTS,
  MSP_USER: p.ASSIGN_ORG | p.ADD_ORG_USER | p.REMOVE_ORG_USER | p.VIEW_LOGS,
  MSP_AUDITOR: p.VIEW_LOGS | p.DOWNLOAD_REPORTS,
  ORG_ADMIN:
    p.ADD_ORG_USER |
    p.REMOVE_ORG_USER |
    p.MANAGE_ORG_PERMISSIONS |
    p.VIEW_LOGS |
    p.UPLOAD_DOCS |
    p.SIGN_DOCS |
    p.VIEW_DOCS |
    p.DOWNLOAD_REPORTS,
  ORG_AUDITOR: p.VIEW_LOGS | p.DOWNLOAD_REPORTS | p.VIEW_DOCS,
  ORG_USER_EMPLOYEE: p.VIEW_DOCS | p.SIGN_DOCS | p.DOWNLOAD_REPORTS,
  ORG_USER_VENDOR: p.VIEW_DOCS | p.SIGN_DOCS | p.ACCESS_BAA,
  SECURITY_ANALYST: p.ACCESS_SRA,
  COMPLIANCE_ANALYST: p.ACCESS_PNP | p.MANAGE_PNP | p.MANAGE_BAA,
};

/** Stable ids of the roles: what `roleId` means on the wire and in the database. */
export const roleIds: Readonly<Record<Role, number>> = {
  MSP_SUPER_ADMIN: 1,
  MSP_USER: 2,
  MSP_AUDITOR: 3,
  ORG_ADMIN: 4,
  ORG_AUDITOR: 5,
  ORG_USER_EMPLOYEE: 6,
  ORG_USER_VENDOR: 7,
  SECURITY_ANALYST: 8,
  COMPLIANCE_ANALYST: 9,
};

/** @returns the role with this id, or undefined (a root user holds none). */
export function roleOfId(roleId: number | null): Role | undefined {
  return roles.find((role) => roleIds[role] === roleId);
}

/** The name beside 'Logged in as' (ruling R12: the order of specification §6, else 'Unknown Role'). */
export function badgeRoleName(role: Role | undefined): string {
  switch (role) {
    case 'MSP_SUPER_ADMIN':
      return 'MSP Super Admin';
    case 'MSP_AUDITOR':
      return 'MSP Auditor';
    case 'MSP_USER':
      return 'MSP User';
    case 'ORG_ADMIN':
      return 'Organization Admin';
    case 'ORG_AUDITOR':
      return 'Organization Auditor';
    default:
      return 'Unknown Role';
  }
}

/** The name of a role where a page lists people (ruling R12). */
export const listedRoleNames: Readonly<Record<Role, string>> = {
  MSP_SUPER_ADMIN: 'MSP Super Admin',
  MSP_USER: 'MSP User',
  MSP_AUDITOR: 'MSP Auditor',
  ORG_ADMIN: 'Admin',
  ORG_AUDITOR: 'Auditor',
  ORG_USER_EMPLOYEE: 'Employee',
  ORG_USER_VENDOR: 'Vendor',
  SECURITY_ANALYST: 'Security Analyst',
  COMPLIANCE_ANALYST: 'Compliance Analyst',
};

/** The roles of the Add/Edit Person dialog (specification §2). */
export const memberDialogRoles = ['ORG_ADMIN', 'ORG_AUDITOR', 'ORG_USER_EMPLOYEE', 'ORG_USER_VENDOR'] as const;

/**
 * Who may invite which role: an explicit table, not "grant what you hold" (security rule 2).
 */
export function invitableRoles(inviter: Role | undefined, isRootUser: boolean): readonly Role[] {
  if (isRootUser || inviter === 'MSP_SUPER_ADMIN') {
    return roles;
  }
  return inviter === 'ORG_ADMIN' ? memberDialogRoles : [];
}
