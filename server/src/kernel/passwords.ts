import { createHmac } from 'node:crypto';
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2';
import { Refusal } from './refusal.ts';
import type { Secrets } from './secrets.ts';
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

/**
 * Tells one pepper from another and says nothing about it: 48 bits of the hash of what no password can be. It stands among the
 * parameters of the argon2 string, where every reader of that form, also one that knows nothing of it, passes over it.
 */
function idOf(pepper: string): string {
  return createHmac('sha256', pepper).update('\u0000id').digest('base64').slice(0, 8);
}

const beginningOf = (pepper: string) =>
  `${scheme}$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism},keyid=${idOf(pepper)}$`;

/** @returns what is stored: `p1$` and the argon2 string, which names the cost and the pepper. */
export async function hashPassword(pepper: string, password: string): Promise<string> {
  const made = await inTurn(() => argonHash(peppered(pepper, password), cost));
  return `${beginningOf(pepper)}${made.split('$').slice(-2).join('$')}`;
}

type Peppers = Pick<Secrets, 'passwordPepper' | 'previousPasswordPepper'>;

/** What names no pepper is from before any was named, and so before the last one was replaced. */
function pepperOf({ passwordPepper, previousPasswordPepper = passwordPepper }: Peppers, stored: string): string {
  const id = /,keyid=([^$,]+)/.exec(stored)?.[1];
  return id === undefined || id === idOf(previousPasswordPepper) ? previousPasswordPepper : passwordPepper;
}

let dummy: Promise<string> | undefined;

/**
 * With the pepper that the hash was made with, and with that one alone: a second try would take longer than an unknown account does.
 * @param stored undefined for an unknown account: the same work is done against a fixed hash, so that the time says
 * nothing about whether the account exists.
 */
export async function verifyPassword(peppers: Peppers, stored: string | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword(peppers.passwordPepper, 'nobody has this password');
  const against = stored ?? (await dummy);
  const mixed = peppered(pepperOf(peppers, against), password);
  const matches = await inTurn(() => argonVerify(against.slice(scheme.length), mixed));
  return matches && stored !== undefined;
}

/** Whether a hash was made with older settings or a former pepper and should be made again at the next sign-in. */
export function isOutdated(pepper: string, stored: string): boolean {
  return !stored.startsWith(beginningOf(pepper));
}
