import { setTimeout as pause } from 'node:timers/promises';
import { databaseOf, type Fault, unsafeSettings, withOwner, withProduct } from './fault.ts';
import { Ledger } from './ledger.ts';

const times = 3;

export const databaseKilled: Fault = {
  name: 'database killed under load',
  holds: 'right answers or 503, back within 1 s of readiness, the process stays up, nothing acknowledged is lost',
  planted: 'synchronous_commit = off: the database acknowledges what is not on disk yet',
  run: ({ planted }) => {
    const statements = planted ? unsafeSettings : [];
    return withProduct({ statements }, async (product, { dataFolder, seeded }) => {
      const ledger = new Ledger();
      ledger.start({ origin: () => product.origin, seeded, writers: 8, readers: 8, mayBreak: false });
      const delays: number[] = [];
      for (let round = 0; round < times; round += 1) {
        await pause(1_500);
        process.kill(databaseOf(dataFolder)?.pid ?? 0, 'SIGKILL');
        const ready = await readyAgain(dataFolder);
        while (ledger.lastGoodAt < ready && performance.now() - ready < 10_000) await pause(5);
        delays.push(Math.max(0, ledger.lastGoodAt - ready));
      }
      await pause(500);
      await ledger.stop();
      const slow = delays.filter((delay) => delay > 1_000 || delay === 0).map((delay) => `back after ${delay} ms`);
      const died = product.process.exitCode === null ? [] : ['the process ended'];
      const lost = await withOwner(dataFolder, (owner) => ledger.missing(owner));
      return {
        measured: `${times} kills, ${ledger.told()}; right again ${delays.map((delay) => delay.toFixed(0)).join(', ')} ms after readiness`,
        wrong: [...ledger.wrong, ...slow, ...died, ...lost],
      };
    });
  },
};

/** When the database took connections again. The product itself starts it. */
async function readyAgain(dataFolder: string): Promise<number> {
  await pause(20);
  for (const end = performance.now() + 30_000; performance.now() < end; await pause(10)) {
    const answered = await withOwner(dataFolder, (owner) => owner.query('select 1')).catch(() => undefined);
    if (answered !== undefined) return performance.now();
  }
  throw new Error('The database was not started again within 30 s.');
}
