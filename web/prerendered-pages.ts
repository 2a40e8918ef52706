export type PrerenderedPage = {
  readonly path: string;
  /** Inside dist. */
  readonly file: `pages/${string}.html`;
  readonly title: string;
  readonly description: string;
  /** The page's own modules, fetched beside the app's entry instead of after it. */
  readonly modules: readonly string[];
  /** Without a script the page is complete as it stands: links are links, and no JavaScript is loaded at all. */
  readonly needsScript: boolean;
};

/** Public pages that are drawn at build time. */
export const prerenderedPages: readonly PrerenderedPage[] = [
  {
    path: '/',
    file: 'pages/home.html',
    title: 'Risk and compliance for healthcare and MSPs',
    description:
      'Sentrywell shows healthcare organizations and their managed service providers where they stand on HIPAA and DFS compliance, and what to mend first.',
    modules: [],
    needsScript: false,
  },
  {
    path: '/login',
    file: 'pages/login.html',
    title: 'Log in',
    description: 'Log in to Sentrywell.',
    modules: ['src/features/shell/PublicLayout.tsx', 'src/features/auth/LoginPage.tsx'],
    needsScript: true,
  },
];
