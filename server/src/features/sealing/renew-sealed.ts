import type { Clock } from '../../kernel/clock.ts';
import { counted } from '../../kernel/counted.ts';
import type { Database } from '../../kernel/database.ts';
import { NotOpened, resealed, type SealingKeys } from '../../kernel/sealed.ts';
import { inTenant, noOrigin, platformTenantId, type TenantDb } from '../../kernel/tenant.ts';
import { listTenantIds } from '../../kernel/tenant-ids.ts';
import {
  listCollectorTokens,
  listSeeds,
  listWaiting,
  listWaitingInJobs,
  replaceCollectorToken,
  replaceSeed,
} from './queries.ts';

export type RenewParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: SealingKeys;
  /** Told what was done, and what is left. */
  readonly say: (sentence: string) => void;
};

type Found = { renewed: number; waiting: number; unreadable: number };
const batchSize = 500;

/**
 * Seals anew what is kept and was sealed with the previous key: seeds of authenticator apps, tokens of log collectors. What only waits
 * is counted: it is gone within days, and a mail that was sealed anew would be sent as another one.
 * @returns whether the present key opens everything.
 */
export async function renewSealed(parts: RenewParts): Promise<boolean> {
  const { database, clock, say } = parts;
  const found: Found = { renewed: 0, waiting: 0, unreadable: 0 };
  const platform = { tenantId: platformTenantId, origin: noOrigin, reads: true };
  countWaiting(parts, await inTenant(database, platform, listWaitingInJobs), found);
  const tenantIds = await inTenant(database, platform, listTenantIds);
  for (const tenantId of tenantIds) {
    const enter = <Result>(work: (db: TenantDb) => Promise<Result>) =>
      inTenant(database, { tenantId, origin: noOrigin }, work);
    // Before what is kept: a seed that is being set up now is kept a moment later.
    countWaiting(parts, await enter((db) => listWaiting(db, clock.now())), found);
    await enter((db) => renewTokens(db, parts, found));
    let after: number | undefined = 0;
    while (after !== undefined) {
      const from: number = after;
      after = await enter((db) => renewSeeds(db, parts, { after: from, found }));
    }
  }
  for (const sentence of sentencesOf(parts.secrets, found)) {
    say(sentence);
  }
  return found.waiting === 0 && found.unreadable === 0;
}

/** @returns what it is sealed anew; nothing where it need not or cannot be. */
function renewalOf({ secrets }: RenewParts, sealed: string, found: Found): string | undefined {
  try {
    return resealed(secrets, sealed);
  } catch (error) {
    if (error instanceof NotOpened) {
      found.unreadable += 1;
      return undefined;
    }
    throw error;
  }
}

function countWaiting(parts: RenewParts, waiting: readonly string[], found: Found): void {
  found.waiting += waiting.filter((sealed) => renewalOf(parts, sealed, found) !== undefined).length;
}

async function renewTokens(db: TenantDb, parts: RenewParts, found: Found): Promise<void> {
  for (const from of await listCollectorTokens(db)) {
    const to = renewalOf(parts, from, found);
    found.renewed += to !== undefined && (await replaceCollectorToken(db, { from, to })) ? 1 : 0;
  }
}

/** @returns the last person of the batch, while there may be more. */
async function renewSeeds(
  db: TenantDb,
  parts: RenewParts,
  { after, found }: { readonly after: number; readonly found: Found },
): Promise<number | undefined> {
  const seeds = await listSeeds(db, { after, limit: batchSize });
  for (const { userId, sealed } of seeds) {
    const to = renewalOf(parts, sealed, found);
    found.renewed += to !== undefined && (await replaceSeed(db, userId, { from: sealed, to })) ? 1 : 0;
  }
  return seeds.length < batchSize ? undefined : seeds.at(-1)?.userId;
}

function sentencesOf({ previousEncryptionKey }: SealingKeys, { renewed, waiting, unreadable }: Found): string[] {
  const isNamed = previousEncryptionKey !== undefined;
  const done = `${counted(renewed, 'seed or token was', 'seeds and tokens were')} encrypted anew.`;
  const left = `${counted(waiting, 'mail, wish for one or seed that waits still needs', 'mails, wishes for one or seeds that wait still need')} ENCRYPTION_KEY_PREVIOUS. Leave it there for three days and run this again: what waits is gone by then.`;
  const free = 'Nothing is left that needs ENCRYPTION_KEY_PREVIOUS: it may be taken out.';
  const lost = `${counted(unreadable, 'thing opens', 'things open')} with no key that is named. Name the one that encrypted ${unreadable === 1 ? 'it' : 'them'} as ENCRYPTION_KEY_PREVIOUS and run this again.`;
  return [
    ...(isNamed ? [done, waiting > 0 ? left : free] : []),
    ...(unreadable > 0 ? [lost] : []),
    ...(!isNamed && unreadable === 0 ? ['ENCRYPTION_KEY opens everything that is encrypted.'] : []),
  ];
}
