import { audit } from '../../kernel/audit.ts';
import { counted } from '../../kernel/counted.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { inTenant, noOrigin, platformTenantId } from '../../kernel/tenant.ts';
import { listTenantIds } from '../../kernel/tenant-ids.ts';
import { batchSize, databaseTime, deleteOver, eraseUnconfirmed, forgettable } from './queries.ts';

const everyMilliseconds = 6 * 3_600_000;
/** So far may this machine's clock and the database's differ. By one that is years ahead everything would be over. */
const trustedMilliseconds = 3_600_000;

type ForgettingKernel = Pick<Kernel, 'app' | 'clock' | 'database'>;

/**
 * Deletes what was over long ago, in every tenant, and the personal data of accounts that were never confirmed. The audit log keeps
 * what was done with it.
 * A tenant where that fails is logged, and the others go on.
 * @param stop ends the round between two batches; the next round goes on.
 * @returns how many rows were deleted.
 */
export async function forgetOld(kernel: ForgettingKernel, stop?: AbortSignal): Promise<number> {
  const { app, database } = kernel;
  const platform = { tenantId: platformTenantId, origin: noOrigin, reads: true };
  const ahead = Date.now() - (await inTenant(database, platform, databaseTime));
  if (Math.abs(ahead) > trustedMilliseconds) {
    app.log.warn({ ahead }, 'nothing old is deleted while the clock of this machine differs from that of the database');
    return 0;
  }
  const tenantIds = await inTenant(database, platform, listTenantIds);
  let deleted = 0;
  for (const tenantId of tenantIds) {
    try {
      let counts: number[] = [batchSize];
      while (counts.includes(batchSize) && stop?.aborted !== true) {
        counts = await forgetBatch(kernel, tenantId);
        deleted += counts.reduce((sum, count) => sum + count, 0);
      }
    } catch (error) {
      app.log.warn({ err: error, tenantId }, 'what is over in a tenant could not be deleted');
    }
  }
  return deleted;
}

/** @returns how many rows of each table were deleted, and how many accounts were emptied. */
function forgetBatch({ clock, database }: ForgettingKernel, tenantId: number): Promise<number[]> {
  const now = clock.now();
  return inTenant(database, { tenantId, origin: noOrigin }, async (db) => {
    const erased = await eraseUnconfirmed(db, now);
    if (erased > 0) {
      audit(db, {
        category: 'User Management',
        log: `Deleted name, address and password of ${counted(erased, 'account', 'accounts')} whose address was never confirmed`,
      });
    }
    return [erased, ...(await Promise.all(forgettable.map((what) => deleteOver(db, what, now))))];
  });
}

/** Four times a day, while the server listens. */
export function forgetOldNowAndThen(kernel: ForgettingKernel): void {
  const { app } = kernel;
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = forgetOld(kernel, stop.signal).catch((error: unknown) =>
      app.log.warn({ err: error }, 'what is over could not be deleted'),
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
