import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from 'react-router';
import { loadPages } from './load-pages.ts';
import { routes } from './routes.tsx';

/** The HTML of one public page, as the browser will draw it first. */
export async function renderPage(path: string): Promise<string> {
  await loadPages(matchRoutes(routes, path));
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) {
    throw new Error(`${path} answered a redirect instead of a page`);
  }
  const router = createStaticRouter(handler.dataRoutes, context);
  // Without hydration data: the content security policy allows no inline script.
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}
