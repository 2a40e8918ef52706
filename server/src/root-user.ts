import { existsSync } from 'node:fs';
import path from 'node:path';
import { email as emailShape } from '@sentrywell/contract/shapes.ts';
import { addRootUser } from './features/registration/add-root-user.ts';
import { systemClock } from './kernel/clock.ts';
import { openDatabase } from './kernel/database.ts';
import { Refusal } from './kernel/refusal.ts';
import { doorOf } from './kernel/route.ts';
import { readSecrets } from './kernel/secrets.ts';
import { StartFailure } from './kernel/start-failure.ts';
import { noOrigin } from './kernel/tenant.ts';
import { environment, readSecretTexts, readSettings, type Settings } from './settings.ts';
import { startDatabase } from './start-database.ts';
import { secretReader } from './terminal.ts';

// npm run root-user -- add <email> ["First Last"]: makes a root user, who passes every check (ruling R14).
const usage = 'Usage: npm run root-user -- add <email> ["First Last"]';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

type Person = { readonly email: string; readonly firstName: string; readonly lastName: string };

function readPerson([command, address, name = 'Root User', ...rest]: readonly string[]): Person {
  if (command !== 'add' || address === undefined || rest.length > 0) {
    throw new StartFailure(usage);
  }
  const email = emailShape.safeParse(address);
  if (!email.success) {
    throw new StartFailure(`"${address}" is not an e-mail address.\n${usage}`);
  }
  const [firstName = 'Root', ...others] = name.trim().split(/\s+/);
  return { email: email.data, firstName, lastName: others.join(' ') || 'User' };
}

/** A database whose secrets are not kept beside it runs with given ones: with others the password would never fit. */
function mustBeGiven({ dataFolder, databaseUrl }: Settings): boolean {
  const isMade = existsSync(path.join(dataFolder, 'postgres'));
  return databaseUrl !== undefined || (isMade && !existsSync(path.join(dataFolder, 'secrets.json')));
}

async function askPassword(): Promise<string> {
  const reader = secretReader();
  try {
    const password = await reader.ask('Password (at least 15 characters): ');
    if ((await reader.ask('The same again: ')) !== password) {
      throw new StartFailure('The two passwords differ. Nothing was changed.');
    }
    return password;
  } finally {
    reader.close();
  }
}

async function main(words: readonly string[]): Promise<void> {
  const person = readPerson(words);
  const settings = readSettings(environment);
  const secrets = readSecrets(readSecretTexts(environment, settings, mustBeGiven(settings)));
  const password = await askPassword();
  const started = await startDatabase(settings, secrets, say);
  const log = { warn: () => undefined };
  const database = openDatabase({ connection: started.app, connections: 2, log });
  try {
    const door = doorOf({ database }, noOrigin);
    await addRootUser(door, { clock: systemClock, secrets }, { ...person, password });
    say(`${person.email} is a root user now and can sign in at ${settings.publicUrl}/login`);
  } finally {
    await database.close();
    await started.stop();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof StartFailure || error instanceof Refusal;
  process.stderr.write(`${isExpected || !(error instanceof Error) ? String(messageOf(error)) : error.stack}\n`);
  process.exitCode = 1;
}

function messageOf(error: unknown): unknown {
  return error instanceof Error ? error.message : error;
}
