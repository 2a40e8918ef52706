import type { Refusal } from './refusal.ts';

export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

type Limits = {
  /** So many run at the same time. */
  readonly atOnce: number;
  /** So many may wait for their turn; whoever comes after them is refused. */
  readonly mayWait: number;
  readonly whenFull: () => Refusal;
};

/** Work that may take only so much of the machine: the rest waits here, in the order it came, and holds nothing meanwhile. */
export function createTurns({ atOnce, mayWait, whenFull }: Limits): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) {
      running += 1;
    } else if (waiting.length < mayWait) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      throw whenFull();
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) {
        running -= 1;
      } else {
        next();
      }
    }
  };
}
