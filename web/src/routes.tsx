import type { Screen } from '@sentrywell/contract/access.ts';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { RouteErrorPage } from './features/errors/RouteErrorPage.tsx';
import type { ScreenCode } from './features/shell/fetch-screens-ahead.ts';
import { RootLayout } from './features/shell/RootLayout.tsx';
import { GuestGate } from './kernel/GuestGate.tsx';

type LoadPage = () => Promise<ComponentType>;

/** A page that is loaded when it is first needed. */
function page(path: string, load: LoadPage): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }) };
}

/** Loads once: what was fetched ahead is there at once, and not after a turn of the event loop. What failed is tried again. */
function once(load: LoadPage): LoadPage {
  let loading: ReturnType<LoadPage> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** The code of every screen. */
const codeOfScreens: ScreenCode[] = [];

/** A page inside the shell; who may enter is `screenRoles` in contract/access.ts. */
function screen(path: string, name: Screen, load: LoadPage): RouteObject {
  const loadGuarded = once(async () => {
    const [{ guarded }, Page] = await Promise.all([import('./features/shell/guarded.tsx'), load()]);
    return guarded(name, Page, codeOfScreens);
  });
  codeOfScreens.push({ path, load: loadGuarded });
  return page(path, loadGuarded);
}

function layout(load: LoadPage, children: RouteObject[]): RouteObject {
  return { lazy: async () => ({ Component: await load() }), children };
}

const publicPages: RouteObject[] = [
  page('/reset-password', () => import('./features/auth/ResetPasswordPage.tsx').then((m) => m.ResetPasswordPage)),
  page('/confirm-email', () => import('./features/auth/ConfirmEmailPage.tsx').then((m) => m.ConfirmEmailPage)),
  page('/terms', () => import('./features/registration/TermsPage.tsx').then((m) => m.TermsPage)),
  page('/contact', () => import('./features/contact/ContactPage.tsx').then((m) => m.ContactPage)),
  page('/oauth-success', () => import('./features/sra/OauthSuccessPage.tsx').then((m) => m.OauthSuccessPage)),
  page('/oauth-error', () => import('./features/sra/OauthErrorPage.tsx').then((m) => m.OauthErrorPage)),
  page('/unauthorized', () => import('./features/errors/UnauthorizedPage.tsx').then((m) => m.UnauthorizedPage)),
  page('/not-implemented', () => import('./features/errors/NotImplementedPage.tsx').then((m) => m.NotImplementedPage)),
  page('/error', () => import('./features/errors/ErrorPage.tsx').then((m) => m.ErrorPage)),
  page('*', () => import('./features/errors/ErrorPage.tsx').then((m) => m.NotFoundPage)),
];

/**
 * Who is signed in already does not stay on these. They stand outside the session: the code of calls (`kernel/call.ts`)
 * is imported when a form is sent, so that a visitor's first page stays under 110 KB of JavaScript.
 */
const guestPages: RouteObject[] = [
  page('/register/org', () =>
    import('./features/registration/RegisterPage.tsx').then((m) => m.RegisterOrganizationPage),
  ),
  page('/register/msp', () => import('./features/registration/RegisterPage.tsx').then((m) => m.RegisterMspPage)),
  page('/login', () => import('./features/auth/LoginPage.tsx').then((m) => m.LoginPage)),
  page('/login/second-factor', () => import('./features/auth/SecondFactorPage.tsx').then((m) => m.SecondFactorPage)),
];

const screens: RouteObject[] = [
  screen('/msp/dashboard', 'mspDashboard', () =>
    import('./features/dashboard/MspDashboardPage.tsx').then((m) => m.MspDashboardPage),
  ),
  screen('/msp/auditlogs', 'mspAuditLogs', () =>
    import('./features/audit-log/AuditLogPages.tsx').then((m) => m.MspAuditLogPage),
  ),
  screen('/org/:id/audit-logs', 'orgAuditLogs', () =>
    import('./features/audit-log/AuditLogPages.tsx').then((m) => m.OrganizationAuditLogPage),
  ),
  screen('/msp/billing', 'mspBilling', () =>
    import('./features/billing/MspBillingPage.tsx').then((m) => m.MspBillingPage),
  ),
  screen('/msp/assessments', 'mspAssessments', () =>
    import('./features/sra/MspAssessmentsPage.tsx').then((m) => m.MspAssessmentsPage),
  ),
  screen('/org/:id/dashboard', 'orgDashboard', () =>
    import('./features/dashboard/OrganizationDashboardPage.tsx').then((m) => m.OrganizationDashboardPage),
  ),
  screen('/org/:id/sra', 'orgSra', () => import('./features/sra/SraPage.tsx').then((m) => m.SraPage)),
  screen('/org/:id/billing', 'orgBilling', () =>
    import('./features/billing/OrganizationBillingPage.tsx').then((m) => m.OrganizationBillingPage),
  ),
  screen('/msp/tenants', 'mspTenants', () =>
    import('./features/organizations/OrganizationsPage.tsx').then((m) => m.OrganizationsPage),
  ),
  screen('/msp/team', 'mspTeam', () => import('./features/team/MspTeamPage.tsx').then((m) => m.MspTeamPage)),
  screen('/org/:id/team', 'orgTeam', () =>
    import('./features/team/OrganizationTeamPage.tsx').then((m) => m.OrganizationTeamPage),
  ),
  screen('/settings', 'settings', () => import('./features/account/SettingsPage.tsx').then((m) => m.SettingsPage)),
  screen('/org/:id/baa', 'orgBaa', () => import('./features/shell/SoonPage.tsx').then((m) => m.BaaSoonPage)),
  screen('/org/PnP/:id', 'orgBaa', () => import('./features/shell/SoonPage.tsx').then((m) => m.PnpSoonPage)),
];

/** The route table (specification §2), one line per row. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteErrorPage,
    children: [
      page('/', () => import('./features/landing/LandingPage.tsx').then((m) => m.LandingPage)),
      layout(
        () => import('./features/shell/PublicLayout.tsx').then((m) => m.PublicLayout),
        [{ Component: GuestGate, children: guestPages }, ...publicPages],
      ),
      layout(async () => {
        const { SessionLayout, isReadyToDraw } = await import('./features/shell/SessionLayout.tsx');
        await isReadyToDraw();
        return SessionLayout;
      }, [
        page('/dashboard', () => import('./kernel/guards.tsx').then((m) => m.PostLogin)),
        layout(() => import('./features/shell/ShellLayout.tsx').then((m) => m.ShellLayout), screens),
      ]),
    ],
  },
];
