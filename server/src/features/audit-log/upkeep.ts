import type { Kernel } from '../../kernel/kernel.ts';
import type { Checkpointer } from './checkpointer.ts';
import { removeExpired } from './remove-expired.ts';

/** In milliseconds. */
type Rhythm = { readonly checkpoint: number; readonly retention: number };

const usualRhythm: Rhythm = { checkpoint: 60_000, retention: 6 * 3_600_000 };

/** Signs checkpoints once a minute and looks for expired entries four times a day, while the server listens. */
export function keepUp(kernel: Kernel, checkpointer: Checkpointer, folder: string): void {
  const { app } = kernel;
  let stop: () => Promise<void> = async () => undefined;
  app.addHook('onListen', async () => {
    stop = beginUpkeep({ ...kernel, log: app.log, checkpointer, folder });
  });
  app.addHook('onClose', async () => {
    await stop();
    checkpointer.close();
  });
}

type Parts = Pick<Kernel, 'database' | 'secrets'> & {
  readonly log: Pick<Kernel['app']['log'], 'warn'>;
  readonly checkpointer: Checkpointer;
  readonly folder: string;
};

/** @returns what ends it, in time also where a first removal of six years is under way. */
export function beginUpkeep(
  { database, secrets, log, checkpointer, folder }: Parts,
  rhythm: Rhythm = usualRhythm,
): () => Promise<void> {
  const stopping = new AbortController();
  const repeat = (milliseconds: number, work: () => Promise<unknown>, failed: string) => {
    let running: Promise<unknown> = Promise.resolve();
    const run = () => {
      running = running.then(work).catch((error: unknown) => log.warn({ err: error }, failed));
    };
    run();
    const timer = setInterval(run, milliseconds).unref();
    return async () => {
      clearInterval(timer);
      await running;
    };
  };
  const retention = {
    database,
    folder,
    publicKeys: secrets.auditPublicKeys,
    checkpointer,
    log,
    signal: stopping.signal,
  };
  // Beside each other: a long removal must not keep the checkpoints waiting.
  const ends = [
    repeat(rhythm.checkpoint, () => checkpointer.run(), 'the audit checkpoint could not be written'),
    repeat(rhythm.retention, () => removeExpired(retention), 'expired audit entries could not be removed'),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(ends.map((end) => end()));
  };
}
