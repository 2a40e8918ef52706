import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../bench/load/programs.ts';
import { percentile } from '../bench/load/table.ts';
import { type Fault, filledFolder, stopDatabase, temporaryFolder, withOwner } from './fault.ts';
import { Ledger } from './ledger.ts';

export const appKilled: Fault = {
  name: 'server killed under load',
  holds: 'it starts again each time, and nothing acknowledged is lost or done twice',
  planted: 'one acknowledged entry is taken out of the database',
  run: async ({ planted, kills, killsUntil }) => {
    const each = planted ? 1 : Math.ceil(kills / 2);
    // Two products at once: while one waits to be killed, the other one starts. If one fails, the other one still comes to its end.
    const both = [killed({ planted, kills: each, killsUntil }), killed({ planted, kills: each, killsUntil })] as const;
    await Promise.allSettled(both);
    const [one, other] = await Promise.all(both);
    const starts = [...one.starts, ...other.starts];
    const missed = 2 * each - starts.length;
    const told = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
    return {
      measured: `${starts.length} kills, ${one.told} and ${other.told}; start ${told(percentile(starts, 0.5))}, at most ${told(Math.max(...starts))}`,
      wrong: [...one.wrong, ...other.wrong, ...(missed > 0 ? [`${missed} kills had no time left`] : [])],
    };
  },
};

type Killing = { readonly planted: boolean; readonly kills: number; readonly killsUntil: number };

/** Kills one product again and again, and looks afterwards at what it had acknowledged. */
async function killed({
  planted,
  kills,
  killsUntil,
}: Killing): Promise<{ starts: number[]; told: string; wrong: string[] }> {
  const folder = temporaryFolder();
  try {
    const { seeded } = await filledFolder(folder);
    const ledger = new Ledger();
    const starts: number[] = [];
    let product = await startProduct(folder);
    ledger.start({ origin: () => product.origin, seeded, writers: 6, readers: 4, mayBreak: true, every: 10 });
    while (starts.length < kills && performance.now() < killsUntil) {
      // In the middle of writing, and never at the same place.
      const before = ledger.acknowledged.size;
      while (ledger.acknowledged.size === before && performance.now() < killsUntil) await pause(5);
      await pause(Math.random() * 300);
      await product.stop('SIGKILL');
      product = await startProduct(folder);
      starts.push(product.readyAfter);
    }
    await ledger.stop();
    if (planted) await withOwner(folder, (owner) => owner.query("delete from audit_log where log like '%W1n1'"));
    const lost = await withOwner(folder, (owner) => ledger.missing(owner));
    await product.stop();
    const nothing = ledger.acknowledged.size === 0 ? ['nothing was acknowledged'] : [];
    return { starts, told: ledger.told(), wrong: [...ledger.wrong, ...lost, ...nothing] };
  } finally {
    await stopDatabase(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
