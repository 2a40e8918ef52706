import { authEndpoints } from '@sentrywell/contract/auth.ts';

export type PrerenderedPage = {
  /** The addresses that it answers; `:id` stands for a number, `/*` at an end for everything below. */
  readonly paths: readonly [string, ...string[]];
  /** Inside dist. */
  readonly file: `pages/${string}.html`;
  /** For a page that is drawn at build time, as its first address shows it; undefined: nothing is, and the app's own title stays. */
  readonly drawn?: { readonly title: string; readonly description: string };
  /** The page's own modules, fetched beside the app's entry instead of after it. */
  readonly modules: readonly string[];
  /** Answers that these modules ask for first, fetched beside the app's entry too. */
  readonly calls: readonly string[];
  /** Without a script the page is complete as it stands: links are links, and no JavaScript is loaded at all. */
  readonly needsScript: boolean;
};

/** What needs a session, with the pages that are shown there; none: an address that leads to another. */
function screen(paths: PrerenderedPage['paths'], file: string, ...pages: readonly string[]): PrerenderedPage {
  return {
    paths,
    file: `pages/${file}.html`,
    modules: [
      'src/features/shell/SessionLayout.tsx',
      'src/features/shell/ShellLayout.tsx',
      'src/features/shell/guarded.tsx',
      ...pages.map((page) => `src/features/${page}.tsx`),
    ],
    calls: [authEndpoints.me.path],
    needsScript: true,
  };
}

/** The documents that the build makes of the app's own index.html, which answers every other address. */
export const prerenderedPages: readonly PrerenderedPage[] = [
  {
    paths: ['/'],
    file: 'pages/home.html',
    drawn: {
      title: 'Risk and compliance for healthcare and MSPs',
      description:
        'Sentrywell shows healthcare organizations and their managed service providers where they stand on HIPAA and DFS compliance, and what to mend first.',
    },
    modules: [],
    calls: [],
    needsScript: false,
  },
  {
    paths: ['/login'],
    file: 'pages/login.html',
    drawn: { title: 'Log in', description: 'Log in to Sentrywell.' },
    modules: ['src/features/shell/PublicLayout.tsx', 'src/features/auth/LoginPage.tsx'],
    calls: [],
    needsScript: true,
  },
  // Who comes by a bookmark waits for one thing after another otherwise. The routes are those of src/routes.tsx.
  screen(['/dashboard', '/msp/*', '/org/*'], 'screen'),
  screen(['/settings'], 'settings', 'account/SettingsPage'),
  screen(['/msp/dashboard'], 'msp-dashboard', 'dashboard/MspDashboardPage'),
  screen(['/msp/tenants'], 'msp-tenants', 'organizations/OrganizationsPage'),
  screen(['/msp/assessments'], 'msp-assessments', 'sra/MspAssessmentsPage'),
  screen(['/msp/team'], 'msp-team', 'team/MspTeamPage'),
  screen(['/msp/billing'], 'msp-billing', 'billing/MspBillingPage'),
  screen(['/msp/auditlogs', '/org/:id/audit-logs'], 'audit-logs', 'audit-log/AuditLogPages'),
  screen(['/org/:id/dashboard'], 'org-dashboard', 'dashboard/OrganizationDashboardPage'),
  screen(['/org/:id/sra'], 'org-sra', 'sra/SraPage'),
  screen(['/org/:id/team'], 'org-team', 'team/OrganizationTeamPage'),
  screen(['/org/:id/billing'], 'org-billing', 'billing/OrganizationBillingPage'),
  screen(
    ['/org/:id/baa', '/org/PnP/:id'],
    'org-soon',
    'shell/SoonPage',
    'shell/PublicLayout',
    'errors/NotImplementedPage',
  ),
];
