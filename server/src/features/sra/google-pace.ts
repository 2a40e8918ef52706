import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../kernel/refusal.ts';

/** A point in time that nothing may wait beyond, by the computer's own running clock. */
export type Deadline = { readonly at: number };

export function deadlineIn(milliseconds: number): Deadline {
  return { at: performance.now() + milliseconds };
}

/**
 * The one queue in which all tenants read Google's Policy API: Google counts its readings per project, not per customer, so
 * app servers share their turns through the database. First come, first served on each; one assessment has only one call in it at a time, so a large one cannot crowd out a small one.
 */
export type Pace = {
  /** Waits for one's turn. @throws Refusal `workspace.quota` as soon as it is clear that it would come too late. */
  readonly turn: (deadline: Deadline) => Promise<void>;
  /** Google said that it is too much: everybody waits. */
  readonly pause: (milliseconds: number) => Promise<void>;
};

/** What the app servers share: each has a queue of its own, and the heads of the queues ask here whose turn it is. */
export type SharedTurns = {
  /** @returns milliseconds to wait before asking again; 0: go. */
  readonly take: () => Promise<number>;
  readonly hold: (milliseconds: number) => Promise<void>;
};

type Waiting = { readonly deadline: Deadline; readonly go: () => void; readonly refuse: (error: unknown) => void };

export function createPace(intervalMs: number, shared: SharedTurns): Pace {
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

  const letOneGo = async (): Promise<void> => {
    try {
      const waitMs = await shared.take();
      nextAt = Math.max(nextAt, performance.now() + (waitMs > 0 ? waitMs : intervalMs));
      if (waitMs > 0) {
        refuseHopeless();
      } else {
        queue.shift()?.go();
      }
    } catch (error) {
      queue.shift()?.refuse(error);
    }
  };

  const run = async (): Promise<void> => {
    running = true;
    while (queue.length > 0) {
      const ahead = nextAt - performance.now();
      await (ahead > 0 ? wait(ahead) : letOneGo());
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
    pause: async (milliseconds) => {
      nextAt = Math.max(nextAt, performance.now() + milliseconds);
      refuseHopeless();
      await shared.hold(milliseconds);
    },
  };
}
