import type { RouteObject } from 'react-router';
import { RouteErrorPage } from './features/errors/RouteErrorPage.tsx';
import { RootLayout } from './features/shell/RootLayout.tsx';

/** The route table (specification §2): one line per row. Pages are loaded when they are first needed. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteErrorPage,
    children: [
      {
        path: '/',
        lazy: () => import('./features/landing/LandingPage.tsx').then((m) => ({ Component: m.LandingPage })),
      },
      {
        lazy: () => import('./features/shell/PublicLayout.tsx').then((m) => ({ Component: m.PublicLayout })),
        children: [
          {
            path: '/unauthorized',
            lazy: () =>
              import('./features/errors/UnauthorizedPage.tsx').then((m) => ({ Component: m.UnauthorizedPage })),
          },
          {
            path: '/not-implemented',
            lazy: () =>
              import('./features/errors/NotImplementedPage.tsx').then((m) => ({ Component: m.NotImplementedPage })),
          },
          {
            path: '/error',
            lazy: () => import('./features/errors/ErrorPage.tsx').then((m) => ({ Component: m.ErrorPage })),
          },
          {
            path: '*',
            lazy: () => import('./features/errors/ErrorPage.tsx').then((m) => ({ Component: m.NotFoundPage })),
          },
        ],
      },
    ],
  },
];
