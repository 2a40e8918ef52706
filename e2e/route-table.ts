import type { PersonName } from './people.ts';

/**
 * The route table of specification §2 with the rulings R10 to R14, written out a second time on purpose: what the product
 * reads is contract/access.ts, and this is what it is held against.
 */
export type Row = {
  /** `{id}` is Cedar Clinic. */
  readonly path: string;
  readonly allowed: readonly PersonName[];
  readonly heading: string | RegExp;
  readonly words: readonly string[];
  /** Where the row leads, when not to itself. */
  readonly leadsTo?: string;
};

export const everybody = [
  'root',
  'mspAdmin',
  'mspUser',
  'mspAuditor',
  'orgAdmin',
  'orgAuditor',
  'employee',
  'vendor',
  'securityAnalyst',
  'complianceAnalyst',
] as const satisfies readonly PersonName[];

const msp = ['root', 'mspAdmin', 'mspUser', 'mspAuditor'] as const;
const onOrganizationPages = [...msp, 'orgAdmin', 'securityAnalyst', 'orgAuditor'] as const;
const auditCards = ['Resource Usage', 'Active Tasks', 'Total Hours', 'Completion'];
const auditTable = ['Date & Time', 'Log', 'User', 'Category', 'Export'];

export const guardedRows: readonly Row[] = [
  {
    path: '/msp/dashboard',
    allowed: msp,
    heading: 'MSP Dashboard',
    words: [
      'Manage your organizations and track performance metrics',
      'Total Organizations',
      'Active Projects',
      'Pending Approvals',
      'Team Members',
      'Project Statistics Over Time',
      'Organization Status Distribution',
    ],
  },
  {
    path: '/msp/tenants',
    allowed: msp,
    heading: 'Organizations',
    words: ['Logged in as', 'Customer Name', 'Domain', 'MSP ID', 'Created At', 'Updated At', 'Cedar Clinic'],
  },
  {
    path: '/msp/auditlogs',
    allowed: ['root', 'mspAdmin', 'mspAuditor'],
    heading: 'Audit Logs',
    words: [...auditCards, ...auditTable],
  },
  { path: '/msp/team', allowed: msp, heading: 'People', words: ['Team Members', 'Pending Requests'] },
  { path: '/msp/billing', allowed: ['root', 'mspAdmin'], heading: /Billing|No billing here/, words: [] },
  { path: '/msp/assessments', allowed: ['root', 'mspAdmin'], heading: 'Assessments', words: [] },
  {
    path: '/org/{id}/dashboard',
    allowed: onOrganizationPages,
    heading: 'Cedar Clinic',
    words: [
      'Organization ID',
      'Domain Name',
      'cedarclinic.example',
      'MSP Association',
      'Managed by MSP',
      'Established',
      'Last updated',
      'Compliance Status',
      'Team Members',
      'Risk Score',
    ],
  },
  {
    path: '/org/{id}/team',
    allowed: onOrganizationPages,
    heading: 'People',
    words: ['Name', 'Email', 'Role', 'Date', 'Status', 'Active'],
  },
  {
    path: '/org/{id}/audit-logs',
    allowed: [...msp, 'orgAdmin', 'orgAuditor'],
    heading: 'Audit Logs',
    words: [...auditCards, ...auditTable],
  },
  {
    path: '/org/{id}/sra',
    allowed: ['root', 'mspAdmin', 'orgAdmin', 'securityAnalyst'],
    heading: 'Security Risk Assessment',
    words: [
      "Analyze your organization's security policies and compliance status",
      'Google Workspace Policy Analyzer',
      'Learn About Us',
      'Compliance Summary',
    ],
  },
  { path: '/org/{id}/billing', allowed: ['root', 'orgAdmin'], heading: 'Billing', words: ['Monthly fee', 'History'] },
  {
    path: '/org/{id}/baa',
    allowed: ['root', 'mspAdmin', 'mspUser', 'orgAdmin'],
    heading: 'BAA is not implemented yet',
    words: ["We're working on it. Please check back soon!", 'Back'],
    leadsTo: '/not-implemented',
  },
  {
    path: '/org/PnP/{id}',
    allowed: ['root', 'mspAdmin', 'mspUser', 'orgAdmin'],
    heading: 'PnP is not implemented yet',
    words: ["We're working on it. Please check back soon!", 'Back'],
    leadsTo: '/not-implemented',
  },
  { path: '/settings', allowed: everybody, heading: 'Settings', words: [] },
];

/** What anybody may open, signed in or not. */
export const publicRows: readonly Omit<Row, 'allowed'>[] = [
  { path: '/', heading: /./, words: ['Features', 'Frameworks', 'Pricing', 'About', 'HIPAA', 'SOC 2', '100+ more'] },
  { path: '/contact', heading: 'Contact us', words: [] },
  { path: '/terms', heading: 'Terms and conditions', words: [] },
  { path: '/unauthorized', heading: 'Access Denied', words: ['permission', 'outside your scope', 'Go Back'] },
  {
    path: '/not-implemented',
    heading: 'This feature is not implemented yet',
    words: ["We're working on it. Please check back soon!", 'Back'],
  },
  { path: '/oauth-success', heading: 'Error: No UUID found', words: ['Debug'] },
  {
    path: '/oauth-error',
    heading: 'Authentication Error',
    words: ['An error occurred during authentication'],
  },
  { path: '/error', heading: 'Error', words: ['An unexpected error occurred.', 'Go back to home'] },
  {
    path: '/error?code=402',
    heading: '402 - Payment Required',
    words: ['Payment Required. Please check your subscription or billing details.', 'Go back to home'],
  },
  {
    path: '/error?code=500',
    heading: '500 - Server Error',
    words: ['Internal Server Error. Please try again later.', 'Go back to home'],
  },
  {
    path: '/no-such-page',
    heading: '⚠️ 404 - Not Found',
    words: ['Oops, This Page Cannot Be Found!', 'Go back to home'],
  },
];

/** Open to visitors; whoever is signed in goes on to their own start page. */
export const guestRows: readonly Omit<Row, 'allowed'>[] = [
  { path: '/login', heading: 'Welcome back', words: ['Email', 'Password', 'Remember Password', 'Reset Password'] },
  {
    path: '/register/org',
    heading: 'Register your organization',
    words: ['First name', 'Last name', 'Email', 'Password', 'Are you a MSP?'],
  },
  {
    path: '/register/msp',
    heading: 'Register your MSP',
    words: ['First name', 'Last name', 'Email', 'Password', 'Are you an Org?'],
  },
  { path: '/reset-password', heading: 'Reset your password', words: ['Email'] },
  { path: '/confirm-email', heading: 'Confirm your address', words: ['Email'] },
];

/** The sidebar of each person on their own start page (specification §6, ruling R13). */
export const menus: Readonly<Record<(typeof everybody)[number], readonly string[]>> = {
  root: ['Dashboard', 'Tenants', 'Assessments', 'Team', 'Audit Logs', 'Billing'],
  mspAdmin: ['Dashboard', 'Tenants', 'Assessments', 'Team', 'Audit Logs', 'Billing'],
  mspUser: ['Dashboard', 'Tenants'],
  mspAuditor: ['Dashboard', 'Tenants', 'Team', 'Audit Logs'],
  orgAdmin: ['Dashboard', 'Team', 'Billing', 'Audit Logs', 'SRA', 'BAA Soon', 'PnP Soon'],
  orgAuditor: ['Dashboard', 'Audit Logs'],
  employee: ['Dashboard'],
  vendor: ['Dashboard'],
  securityAnalyst: ['Dashboard', 'SRA'],
  complianceAnalyst: ['Dashboard'],
};
