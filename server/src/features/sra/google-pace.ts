import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../kernel/refusal.ts';

/** A point in time that nothing may wait beyond, by the computer's own running clock. */
export type Deadline = { readonly at: number };

export function deadlineIn(milliseconds: number): Deadline {
  return { at: performance.now() + milliseconds };
}

/**
 * The one queue in which all tenants read Google's Policy API: Google counts its readings per project, not per customer.
 * First come, first served; one assessment has only one call in it at a time, so a large one cannot crowd out a small one.
 */
export type Pace = {
  /** Waits for one's turn. @throws Refusal `workspace.quota` as soon as it is clear that it would come too late. */
  readonly turn: (deadline: Deadline) => Promise<void>;
  /** Google said that it is too much: everybody waits. */
  readonly pause: (milliseconds: number) => void;
};

type Waiting = { readonly deadline: Deadline; readonly go: () => void; readonly refuse: (error: Refusal) => void };

export function createPace(intervalMs: number): Pace {
  let queue: Waiting[] = [];
  let nextAt = 0;
  let running = false;

  // Those whose turn would come after their deadline are told now instead of being kept waiting in vain.
  const refuseHopeless = (): void => {
    const begins = Math.max(performance.now(), nextAt);
    const hopeful: Waiting[] = [];
    for (const waiting of queue) {
      if (begins + hopeful.length * intervalMs > waiting.deadline.at) {
        waiting.refuse(new Refusal('workspace.quota'));
      } else {
        hopeful.push(waiting);
      }
    }
    queue = hopeful;
  };

  const run = async (): Promise<void> => {
    running = true;
    while (queue.length > 0) {
      const ahead = nextAt - performance.now();
      if (ahead > 0) {
        await wait(ahead);
      } else {
        nextAt = performance.now() + intervalMs;
        queue.shift()?.go();
      }
    }
    running = false;
  };

  return {
    turn: (deadline) =>
      new Promise((go, refuse) => {
        queue.push({ deadline, go, refuse });
        refuseHopeless();
        if (!running) {
          void run();
        }
      }),
    pause: (milliseconds) => {
      nextAt = Math.max(nextAt, performance.now() + milliseconds);
      refuseHopeless();
    },
  };
}
