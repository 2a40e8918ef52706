import { createHmac } from 'node:crypto';
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2';
import { Refusal } from './refusal.ts';
import { createTurns } from './turns.ts';

/** argon2id, OWASP's first choice of cost: 46 MiB, one pass (security rule 20). Two at a time, 64 may wait. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1, algorithm: 2 } as const;
const atOnce = 2;
const mayWait = 64;
const scheme = 'p1$';

const inTurn = createTurns({
  atOnce,
  mayWait,
  whenFull: () => new Refusal('sign_in.busy', { retryAfterSeconds: 2 }),
});

/** The pepper is mixed in before hashing: a stolen database alone can't be guessed against. */
function peppered(pepper: string, password: string): string {
  return createHmac('sha256', pepper).update(password.normalize('NFC')).digest('base64');
}

/** @returns what is stored: `p1$` (which pepper and which cost) and the argon2 string. */
export async function hashPassword(pepper: string, password: string): Promise<string> {
  return inTurn(async () => `${scheme}${await argonHash(peppered(pepper, password), cost)}`);
}

let dummy: Promise<string> | undefined;

/**
 * @param stored undefined for an unknown account: the same work is done against a fixed hash, so that the time says
 * nothing about whether the account exists.
 */
export async function verifyPassword(pepper: string, stored: string | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword(pepper, 'nobody has this password');
  const against = stored ?? (await dummy);
  const matches = await inTurn(() => argonVerify(against.slice(scheme.length), peppered(pepper, password)));
  return matches && stored !== undefined;
}

/** Whether a hash was made with older settings and should be made again at the next sign-in. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(`${scheme}$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`);
}
