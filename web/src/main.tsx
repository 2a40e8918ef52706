import './ui/styles.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { loadPages } from './load-pages.ts';
import { routes } from './routes.tsx';

async function start(table: RouteObject[]): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) {
    throw new Error('index.html holds no #root');
  }
  // With its pages at hand the router draws at once, so the first draw equals the prerendered page.
  // A page that can't be fetched is tried again by the router, which says so when it fails once more.
  await loadPages(matchRoutes(table, window.location)).catch(() => undefined);
  // Without transitions the next page is drawn within the press that leads to it: a browser keeps what a press leaves for later until it
  // has painted another frame of the page before. The router itself waits for a page's code, so nothing is shown half.
  const app = (
    <StrictMode>
      <RouterProvider router={createBrowserRouter(table)} useTransitions={false} />
    </StrictMode>
  );
  if (root.firstElementChild === null) {
    createRoot(root).render(app);
  } else {
    hydrateRoot(root, app);
  }
}

void start(routes);
