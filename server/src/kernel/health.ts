import type { Kernel } from './kernel.ts';
import { openApi } from './open-api.ts';

/** What a balancer and a developer ask: is it alive, can it serve, what can be called. */
export function healthRoutes({ app, database, endpoints }: Kernel): void {
  app.get('/health/live', async () => ({ status: 'alive' }));
  app.get('/health/ready', async (_request, reply) => {
    // Migrations are done before the server listens; what can go away later is the database.
    const ready = await database.isUsable();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'database unavailable' });
  });
  app.get('/api/openapi.json', async () => openApi(endpoints));
}
