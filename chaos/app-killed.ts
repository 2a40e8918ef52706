import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../bench/load/programs.ts';
import { type Fault, filledFolder, stopDatabase, temporaryFolder, withOwner } from './fault.ts';
import { Ledger } from './ledger.ts';

export const appKilled: Fault = {
  name: 'server killed under load',
  holds: 'it starts again each time, and nothing acknowledged is lost or done twice',
  planted: 'one acknowledged entry is taken out of the database',
  run: async ({ planted, kills }) => {
    const folder = temporaryFolder();
    try {
      const { seeded } = await filledFolder(folder);
      const ledger = new Ledger();
      const starts: number[] = [];
      let product = await startProduct(folder);
      ledger.start({ origin: () => product.origin, seeded, writers: 6, readers: 4, mayBreak: true, every: 10 });
      for (let round = 0; round < (planted ? 2 : kills); round += 1) {
        // Somewhere in what it does, which is never at the same place.
        await pause(100 + Math.random() * 400);
        await product.stop('SIGKILL');
        product = await startProduct(folder);
        starts.push(product.readyAfter);
      }
      await ledger.stop();
      if (planted) await withOwner(folder, (owner) => owner.query("delete from audit_log where log like '%W1n1'"));
      const lost = await withOwner(folder, (owner) => ledger.missing(owner));
      await product.stop();
      return {
        measured: `${starts.length} kills, ${ledger.told()}; longest start ${(Math.max(...starts) / 1000).toFixed(1)} s`,
        wrong: [...ledger.wrong, ...lost, ...(ledger.acknowledged.size === 0 ? ['nothing was acknowledged'] : [])],
      };
    } finally {
      await stopDatabase(folder);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
