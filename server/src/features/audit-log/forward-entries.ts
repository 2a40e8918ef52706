import type { Clock } from '../../kernel/clock.ts';
import { type JobRun, type Jobs, queueJob } from '../../kernel/jobs.ts';
import { NotOpened, type SealingKeys, unseal } from '../../kernel/sealed.ts';
import type { JobDb, TenantDb } from '../../kernel/tenant.ts';
import { type ChainEntry, getChainLength, listChainEntries } from './chain-queries.ts';
import { destinationOf } from './egress.ts';
import { type Delivery, sendHttps, sendSyslog } from './send-entries.ts';
import { findForwarding, type Forwarding, markForwarded, markNotForwarded } from './settings-queries.ts';

const kind = 'audit.forward';
const atOnce = 500;
const pauseMilliseconds = 2_000;
/** Ends well before the job's lock does, so that no second server sends the same. */
const stintMilliseconds = 40_000;

export type ForwardParts = {
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly secrets: SealingKeys;
  /** How this installation names itself to a collector. */
  readonly sender: string;
  /** AUDIT_FORWARD_ALLOW. */
  readonly allowed: readonly string[];
};

/** Begins to send to a target that was just chosen. */
export async function queueForwarding(db: TenantDb, generation: string): Promise<void> {
  await queueJob(db, { kind, payload: { generation } });
}

/**
 * Registers the job that sends entries on: at least once and in order. The same job runs again and again as long as its target
 * is the one that is set; a target that can't be reached is tried again with growing pauses, and nothing is skipped.
 */
export function forwardEntries(parts: ForwardParts): void {
  parts.jobs.handle(kind, async (run) => {
    const began = parts.clock.now().getTime();
    for (;;) {
      const next = await run.enter((db) => nextBatch(db, run));
      if (next === undefined) {
        return undefined;
      }
      const isOver = run.isStopping() || parts.clock.now().getTime() - began > stintMilliseconds;
      if (next.entries.length === 0 || isOver) {
        const pause = next.entries.length === 0 ? pauseMilliseconds : 0;
        return new Date(parts.clock.now().getTime() + pause);
      }
      await sendBatch(parts, run, next);
    }
  });
}

type Batch = { readonly forwarding: Forwarding; readonly entries: readonly ChainEntry[] };

async function nextBatch(db: JobDb, { payload }: JobRun): Promise<Batch | undefined> {
  const forwarding = await findForwarding(db);
  if (forwarding === undefined || forwarding.kind === 'off' || forwarding.generation !== payload['generation']) {
    return undefined;
  }
  const upTo = await getChainLength(db);
  return { forwarding, entries: await listChainEntries(db, { after: forwarding.sentSeq, upTo, limit: atOnce }) };
}

async function sendBatch(parts: ForwardParts, run: JobRun, { forwarding, entries }: Batch): Promise<void> {
  const last = entries.at(-1)?.seq ?? forwarding.sentSeq;
  try {
    const delivery = { ...(await deliveryOf(parts, forwarding)), signal: run.signal };
    await (forwarding.kind === 'syslog' ? sendSyslog : sendHttps)(delivery, entries);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await run.enter((db) => markNotForwarded(db, reason.slice(0, 300)));
    throw error;
  }
  await run.enter((db) => markForwarded(db, last, parts.clock.now()));
}

async function deliveryOf(
  { secrets, sender, allowed }: ForwardParts,
  forwarding: Forwarding,
): Promise<Omit<Delivery, 'signal'>> {
  const target = new URL(forwarding.target);
  // Asked again each time: the name may lead elsewhere since it was set.
  const destination = await destinationOf(target.hostname, allowed);
  if (destination === undefined) {
    throw new Error(`${target.hostname} does not lead to a public address`);
  }
  const token = forwarding.token === '' ? '' : opened(secrets, forwarding.token);
  return { target, destination, token, authority: forwarding.authority, sender };
}

/** Not given up as other jobs are that cannot be read: nothing may be skipped, and whoever looks why is told what to do. */
function opened(keys: SealingKeys, token: string): string {
  try {
    return unseal(keys, token);
  } catch (error) {
    throw error instanceof NotOpened ? new Error('the token that was stored cannot be read: enter it again') : error;
  }
}
