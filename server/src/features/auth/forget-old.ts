import type { Kernel } from '../../kernel/kernel.ts';
import { inTenant, noOrigin, platformTenantId } from '../../kernel/tenant.ts';
import { deleteSessionsOver, deleteTokensOver, listTenantIds } from './forgetting-queries.ts';

/** The audit page looks 60 days back at who signed in. */
const sessionDays = 90;
/** A used link answers for a day when its page is loaded again. */
const tokenDays = 7;
const everyMilliseconds = 6 * 3_600_000;

type ForgettingKernel = Pick<Kernel, 'app' | 'clock' | 'database'>;

/**
 * Deletes sessions and one-use links that were over long ago, in every tenant. The audit log keeps what was done with them.
 * A tenant where that fails is logged, and the others go on.
 * @param stop ends the round between two tenants; the next round goes on.
 * @returns how many rows were deleted.
 */
export async function forgetOld({ app, clock, database }: ForgettingKernel, stop?: AbortSignal): Promise<number> {
  const origin = noOrigin;
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  const tenantIds = await inTenant(database, { tenantId: platformTenantId, origin, reads: true }, listTenantIds);
  let deleted = 0;
  for (const tenantId of tenantIds) {
    if (stop?.aborted === true) {
      break;
    }
    try {
      const counts = await inTenant(database, { tenantId, origin }, (db) =>
        Promise.all([deleteSessionsOver(db, before(sessionDays)), deleteTokensOver(db, before(tokenDays))]),
      );
      deleted += counts[0] + counts[1];
    } catch (error) {
      app.log.warn({ err: error, tenantId }, 'old sessions and links of a tenant could not be deleted');
    }
  }
  return deleted;
}

/** Four times a day, while the server listens. */
export function forgetOldNowAndThen(kernel: ForgettingKernel): void {
  const { app } = kernel;
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = forgetOld(kernel, stop.signal).catch((error: unknown) =>
      app.log.warn({ err: error }, 'old sessions and links could not be deleted'),
    );
  };
  app.addHook('onListen', async () => {
    run();
    timer = setInterval(run, everyMilliseconds).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  });
}
