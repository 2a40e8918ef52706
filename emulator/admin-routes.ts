import type { FastifyInstance } from 'fastify';
import { flip, listPage, workspacePage } from './admin-pages.ts';
import { pageHeaders } from './page.ts';
import type { Parts } from './parts.ts';
import { isDomain } from './workspaces.ts';

type Query = { Querystring: { domain?: string } };

/** The page on which a person looks at the Workspaces and changes a few settings between two assessments. */
export function adminRoutes(app: FastifyInstance, { workspaces }: Parts): void {
  app.get<Query>('/', ({ query }, reply) => {
    const domain = (query.domain ?? '').trim();
    const html = isDomain(domain) ? workspacePage(workspaces.of(domain)) : listPage(workspaces.list());
    return reply.headers(pageHeaders).send(html);
  });

  app.post<Query & { Body: URLSearchParams }>('/switch', ({ query, body }, reply) => {
    const domain = query.domain ?? '';
    if (!isDomain(domain) || !flip(workspaces.of(domain), body.get('type') ?? '')) {
      return reply.code(404).headers(pageHeaders).send(listPage(workspaces.list()));
    }
    return reply.redirect(`/?domain=${encodeURIComponent(domain)}`, 303);
  });
}
