import { setTimeout as pause } from 'node:timers/promises';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { call } from '../bench/load/calls.ts';
import { percentile } from '../bench/load/table.ts';
import { type Fault, withOwner, withProduct } from './fault.ts';
import { Ledger } from './ledger.ts';

const heldSeconds = 8;

export const poolExhausted: Fault = {
  name: 'pool exhausted',
  holds: 'right answers or 503 within 6 s, it says that it is alive meanwhile, and serves again when the lock is gone',
  planted: 'the lock is not given back',
  run: ({ planted }) =>
    withProduct({ environment: { DATABASE_CONNECTIONS: '4' } }, async (product, { dataFolder, seeded }) => {
      const ledger = new Ledger();
      const alive: number[] = [];
      const wrong: string[] = [];
      const me = () =>
        call(`${product.origin}${authEndpoints.me.path}`, { cookie: seeded.organizationCookies[99] ?? '' });
      let slowest = 0;
      await withOwner(dataFolder, async (owner) => {
        await owner.query('begin');
        await owner.query('lock table organizations in access exclusive mode');
        ledger.start({ origin: () => product.origin, seeded, writers: 20, readers: 20, mayBreak: false });
        for (const end = performance.now() + heldSeconds * 1000; performance.now() < end; await pause(200)) {
          const live = await call(`${product.origin}/health/live`);
          alive.push(live.milliseconds);
          if (live.status !== 200) wrong.push(`/health/live said ${live.status}`);
          const other = await me();
          slowest = Math.max(slowest, other.milliseconds);
          if (other.status !== 200 && other.status !== 503) wrong.push(`a session look-up said ${other.status}`);
        }
        if (!planted) await owner.query('rollback');
        const released = performance.now();
        while ((await me()).status !== 200 && performance.now() - released < 12_000) await pause(20);
        const back = performance.now() - released;
        if (back > 6_000) wrong.push(`served again only after ${back.toFixed(0)} ms`);
      });
      await ledger.stop();
      const live = percentile(alive, 0.99);
      if (live > 1_000) wrong.push(`/health/live took ${live} ms`);
      if (slowest > 6_000) wrong.push(`an answer took ${slowest} ms`);
      if (ledger.unavailable === 0) wrong.push('nothing was refused: the pool was not exhausted');
      const lost = await withOwner(dataFolder, (owner) => ledger.missing(owner));
      return {
        measured: `${ledger.told()}; slowest look-up ${slowest.toFixed(0)} ms, /health/live p99 ${live.toFixed(0)} ms`,
        wrong: [...wrong, ...ledger.wrong, ...lost],
      };
    }),
};
