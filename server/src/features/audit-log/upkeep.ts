import type { Kernel } from '../../kernel/kernel.ts';
import type { Checkpointer } from './checkpointer.ts';
import { removeExpired } from './remove-expired.ts';

const checkpointMilliseconds = 60_000;
const retentionMilliseconds = 6 * 3_600_000;

/** Signs checkpoints once a minute and looks for expired entries four times a day, while the server listens. */
export function keepUp(kernel: Kernel, checkpointer: Checkpointer, folder: string): void {
  const { app, database, secrets } = kernel;
  const timers: NodeJS.Timeout[] = [];
  let running: Promise<unknown> = Promise.resolve();
  const repeat = (milliseconds: number, work: () => Promise<unknown>, failed: string) => {
    const run = () => {
      // One after the other: they write the same file.
      running = running.then(work).catch((error: unknown) => app.log.warn({ err: error }, failed));
    };
    run();
    timers.push(setInterval(run, milliseconds).unref());
  };
  app.addHook('onListen', async () => {
    repeat(checkpointMilliseconds, () => checkpointer.run(), 'the audit checkpoint could not be written');
    const retention = { database, folder, publicKey: secrets.auditPublicKey, checkpointer, log: app.log };
    repeat(retentionMilliseconds, () => removeExpired(retention), 'expired audit entries could not be removed');
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) {
      clearInterval(timer);
    }
    await running;
    checkpointer.close();
  });
}
