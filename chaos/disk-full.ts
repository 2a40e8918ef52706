import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../bench/load/programs.ts';
import { type Fault, filledFolder, stopDatabase, withOwner } from './fault.ts';
import { Ledger } from './ledger.ts';
import { newDisk, whyNoLoopDisk } from './loop-disk.ts';

export const diskFull: Fault = {
  name: 'full disk',
  holds:
    'right answers or 503, the process stays up, writes work again when there is room, nothing acknowledged is lost',
  planted: 'the disk stays full',
  run: async ({ planted }) => {
    const reason = whyNoLoopDisk();
    if (reason !== undefined) return { skipped: reason };
    const disk = newDisk(420);
    const data = path.join(disk.folder, 'data');
    try {
      const { seeded } = await filledFolder(data);
      const product = await startProduct(data);
      const ledger = new Ledger();
      const load = { origin: () => product.origin, seeded, writers: 6, readers: 4, mayBreak: false };
      ledger.start(load);
      await pause(1_000);
      const filler = path.join(disk.folder, 'filler');
      fill(filler);
      for (const end = Date.now() + 15_000; ledger.unavailable === 0 && Date.now() < end; ) await pause(50);
      await pause(2_000);
      const refused = ledger.unavailable;
      if (!planted) rmSync(filler);
      const freed = performance.now();
      const back = await writesAgain(ledger, freed);
      await ledger.stop();
      const died = product.process.exitCode === null ? [] : ['the process ended'];
      const lost = planted ? [] : await withOwner(data, (owner) => ledger.missing(owner));
      await product.stop();
      return {
        measured: `${ledger.told()}; writes again ${back === undefined ? 'never' : `${(back / 1000).toFixed(1)} s`} after there was room`,
        wrong: [
          ...ledger.wrong,
          ...died,
          ...lost,
          ...(refused === 0 ? ['nothing was refused: the disk was not full'] : []),
          ...(back === undefined ? ['no write succeeded within 20 s of room'] : []),
        ],
      };
    } finally {
      rmSync(path.join(disk.folder, 'filler'), { force: true });
      await stopDatabase(data);
      disk.close();
    }
  },
};

/** Writes until nothing more fits. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  for (const size of [1_048_576, 4_096]) {
    const block = Buffer.alloc(size, 1);
    try {
      for (;;) {
        writeSync(descriptor, block);
      }
    } catch {
      fsyncSync(descriptor);
    }
  }
  closeSync(descriptor);
}

async function writesAgain(ledger: Ledger, since: number): Promise<number | undefined> {
  const before = ledger.acknowledged.size;
  while (performance.now() - since < 20_000) {
    // One more than could have been on its way.
    if (ledger.acknowledged.size > before + 6) return performance.now() - since;
    await pause(20);
  }
  return undefined;
}
