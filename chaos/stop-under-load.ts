import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, withOwner, withProduct } from './fault.ts';
import { migratedDatabase } from '../bench/load/seed.ts';
import { Ledger, type Load } from './ledger.ts';

const inFlight = 200;

export const stopUnderLoad: Fault = {
  name: `SIGTERM under ${inFlight} writes`,
  holds: 'every write that was under way is answered, exit code 0 within 15 s, nothing acknowledged is lost',
  planted: 'SIGKILL instead',
  run: ({ planted }) =>
    withProduct({}, async (product, { dataFolder, seeded }) => {
      const ledger = new Ledger();
      const load: Load = { origin: () => product.origin, seeded, writers: inFlight, readers: 0, mayBreak: false };
      // Once before, so that every connection is open.
      await Promise.all(Array.from({ length: inFlight }, (_, index) => ledger.write(load, index)));
      const sent = Promise.all(Array.from({ length: inFlight }, (_, index) => ledger.write(load, index)));
      await pause(15);
      const start = performance.now();
      const code = await product.stop(planted ? 'SIGKILL' : 'SIGTERM');
      const seconds = (performance.now() - start) / 1000;
      const statuses = await sent;
      await ledger.stop();
      const { server } = await migratedDatabase(dataFolder);
      const lost = await withOwner(dataFolder, (owner) => ledger.missing(owner));
      await server.stop();
      const done = statuses.filter((status) => status === 200).length;
      return {
        measured: `${done} of ${inFlight} answered 200, ${statuses.filter((status) => status === 503).length} × 503, gone after ${seconds.toFixed(1)} s with code ${code}`,
        wrong: [
          ...ledger.wrong,
          ...lost,
          ...(code === 0 && seconds < 15 ? [] : [`it ended with ${code} after ${seconds} s`]),
        ],
      };
    }),
};
