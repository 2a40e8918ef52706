import type { IconName } from '../../ui/Icon.tsx';

/** The words of the landing page. Sections and their links: specification §2, 'Landing page'. */

export const sections = [
  { id: 'home', label: 'Home' },
  { id: 'features', label: 'Features' },
  { id: 'frameworks', label: 'Frameworks' },
  { id: 'pricing', label: 'Pricing' },
  { id: 'about', label: 'About' },
] as const;

export type Feature = {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Not in the product yet; said openly. */
  readonly isSoon?: true;
};

export const features: readonly Feature[] = [
  {
    icon: 'shieldCheck',
    title: 'Security risk assessment',
    text: 'Sign in to Google Workspace once. Every security setting is read, compared with best practice and shown as Is and Should be, with the steps that mend it.',
  },
  {
    icon: 'building',
    title: 'One view of every organization',
    text: 'MSPs see all their organizations in one place: who has been assessed, what is still open, and where to go first.',
  },
  {
    icon: 'lock',
    title: 'Segmentation by design',
    text: 'Each organization is kept apart in the database itself. People see the organizations they were given, and nothing else.',
  },
  {
    icon: 'list',
    title: 'Logging and monitoring',
    text: 'Every change, sign-in and export is written to a log that nobody can edit. Search it, filter it, hand it to an auditor as CSV.',
  },
  {
    icon: 'document',
    title: 'Business associate agreements',
    text: 'Keep every BAA with the vendor it covers, know which are signed and which run out.',
    isSoon: true,
  },
  {
    icon: 'book',
    title: 'Policies, procedures and training',
    text: 'Written policies that fit what you really do, and staff who have read them.',
    isSoon: true,
  },
];

export const frameworks = [
  { name: 'HIPAA', detail: 'Security Rule, 45 CFR Part 164' },
  { name: 'DFS', detail: 'New York cybersecurity regulation, 23 NYCRR 500' },
  { name: 'SOC 2', detail: 'Trust services criteria' },
  { name: 'ISO 27001', detail: 'Information security management' },
  { name: 'PCI DSS', detail: 'Payment card data' },
  { name: 'GDPR', detail: 'Personal data in Europe' },
  { name: 'NIST', detail: 'Cybersecurity Framework and SP 800-53' },
  { name: '100+ more', detail: 'By the controls they share' },
] as const;

export type Plan = {
  readonly name: string;
  readonly audience: string;
  readonly contents: readonly string[];
};

export const plans: readonly Plan[] = [
  {
    name: 'Organization',
    audience: 'One clinic or practice that looks after its own compliance.',
    contents: [
      'Security risk assessment with remedies',
      'Dashboard with compliance status and risk score',
      'Team with roles for admins, auditors, employees and vendors',
      'Audit log with search and export',
    ],
  },
  {
    name: 'Managed service provider',
    audience: 'An MSP that looks after several organizations.',
    contents: [
      'Everything in Organization, for each organization',
      'One dashboard over all organizations',
      'Invitations for organizations and colleagues, by role and by organization',
      'An audit log across your whole practice',
    ],
  },
  {
    name: 'On your own servers',
    audience: 'An MSP that must keep the data in its own house.',
    contents: [
      'Everything in Managed service provider',
      'Runs on your PostgreSQL, from one server to a cluster',
      'Mail through your own SMTP server',
      'Your own web address and certificates',
    ],
  },
];
