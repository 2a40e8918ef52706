import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../bench/load/programs.ts';
import { migratedDatabase } from '../bench/load/seed.ts';
import { type Fault, filledFolder, stopDatabase, unsafeSettings, withOwner } from './fault.ts';
import { Ledger } from './ledger.ts';
import { copyOfFrozen, newDisk, whyNoLoopDisk } from './loop-disk.ts';

export const powerLoss: Fault = {
  name: 'power loss',
  holds: 'nothing acknowledged is lost; with synchronous_commit = off something is, or the test would show nothing',
  planted: 'the settings under test are the unsafe ones',
  run: async ({ planted }) => {
    const reason = whyNoLoopDisk();
    if (reason !== undefined) return { skipped: reason };
    const unsafe = await cutPower(unsafeSettings);
    const safe = planted ? unsafe : await cutPower([]);
    return {
      measured: `${safe.acknowledged} acknowledged, ${safe.lost.length} lost; unsafe: ${unsafe.acknowledged} acknowledged, ${unsafe.lost.length} lost`,
      wrong: [
        ...safe.lost,
        ...(unsafe.lost.length === 0 ? ['the unsafe settings lost nothing: the test does not bite'] : []),
      ],
    };
  },
};

/** Freezes the disk under a server that writes, copies it, and starts the database from the copy. */
async function cutPower(statements: readonly string[]): Promise<{ acknowledged: number; lost: string[] }> {
  const disk = newDisk(900);
  try {
    const data = path.join(disk.folder, 'data');
    const { seeded } = await filledFolder(data, statements);
    const product = await startProduct(data);
    const ledger = new Ledger();
    ledger.start({ origin: () => product.origin, seeded, writers: 12, readers: 0, mayBreak: true, every: 0 });
    await pause(3_000);
    disk.freeze();
    // Freezing flushes first, which may take longer than unsafe settings wait: what counts is what is said until the power goes.
    await pause(300);
    const acknowledged = new Set(ledger.acknowledged);
    const after = copyOfFrozen(disk.image);
    disk.thaw();
    await ledger.stop();
    await product.stop();
    try {
      const copied = path.join(after.folder, 'data');
      const { server } = await migratedDatabase(copied);
      const lost = await withOwner(copied, (owner) => ledger.missing(owner, acknowledged));
      await server.stop();
      return { acknowledged: acknowledged.size, lost };
    } finally {
      after.close();
    }
  } finally {
    await stopDatabase(path.join(disk.folder, 'data'));
    disk.close();
  }
}
