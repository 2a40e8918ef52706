import type { Database } from './database.ts';
import { Refusal } from './refusal.ts';
import { createTurns, type Turns } from './turns.ts';

const turns = new WeakMap<Database, Turns>();
const mayWait = 200;

/**
 * Who is not signed in shares a third of the connections. Attempts from one address wait for each other (their counter is one
 * row), and without this a flood of them would hold every connection while it waits, and nobody else would be served.
 */
export function turnsOfStrangers(database: Database): Turns {
  const known = turns.get(database);
  if (known !== undefined) {
    return known;
  }
  const made = createTurns({
    atOnce: Math.max(1, Math.floor(database.connections / 3)),
    mayWait,
    whenFull: () => new Refusal('server.busy', { retryAfterSeconds: 2 }),
  });
  turns.set(database, made);
  return made;
}
