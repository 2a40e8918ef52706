import { email as emailShape, personName } from '@sentrywell/contract/shapes.ts';
import { type RootUser, listRootUsers } from './features/registration/root-user-queries.ts';
import { addRootUser, removeRootUser } from './features/registration/root-users.ts';
import { systemClock } from './kernel/clock.ts';
import { Refusal } from './kernel/refusal.ts';
import { type Door, doorOf } from './kernel/route.ts';
import { readSecrets, type Secrets } from './kernel/secrets.ts';
import { StartFailure, wordsOf } from './kernel/start-failure.ts';
import { noOrigin, platformTenantId } from './kernel/tenant.ts';
import { environment, readSecretTexts, readSettings, type Settings } from './settings.ts';
import { withDatabase } from './start-database.ts';
import { secretReader } from './terminal.ts';

// npm run root-user: makes, lists and removes root users, who pass every check (ruling R14).
const usage = `Usage: npm run root-user -- add <email> ["First Last"]
       npm run root-user -- list
       npm run root-user -- remove <email>`;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

type Parts = { readonly settings: Settings; readonly secrets: Secrets };
/** What is done once the database runs. */
type Work = (door: Door, parts: Parts) => Promise<void>;
/** Reads the words behind the command, and asks what is still to be known. */
type Command = (words: readonly string[]) => Work | Promise<Work>;

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['add', add],
  ['list', list],
  ['remove', remove],
]);

function readAddress(address: string | undefined): string {
  if (address === undefined) {
    throw new StartFailure(usage);
  }
  const email = emailShape.safeParse(address);
  if (!email.success) {
    throw new StartFailure(`"${address}" is not an e-mail address.\n${usage}`);
  }
  return email.data;
}

function mustBeAll(rest: readonly string[]): void {
  if (rest.length > 0) {
    throw new StartFailure(usage);
  }
}

/** As a registration takes it. */
function readName(text: string): string {
  const name = personName(usage).safeParse(text);
  if (!name.success) {
    throw new StartFailure(`The name cannot be used: ${name.error.issues[0]?.message ?? usage}`);
  }
  return name.data;
}

async function add([address, name = 'Root User', ...rest]: readonly string[]): Promise<Work> {
  mustBeAll(rest);
  const email = readAddress(address);
  const [first = 'Root', ...others] = name.split(/\s+/).filter((word) => word !== '');
  const [firstName, lastName] = [readName(first), readName(others.join(' ') || 'User')];
  const password = await askPassword();
  return async (door, { secrets, settings }) => {
    const person = { email, firstName, lastName, password };
    await addRootUser(door, { clock: systemClock, secrets }, person);
    say(`${email} is a root user now and can sign in at ${settings.publicUrl}/login`);
  };
}

function list(rest: readonly string[]): Work {
  mustBeAll(rest);
  return async (door) => {
    const found = await door.enter(platformTenantId, listRootUsers);
    say(found.length === 0 ? 'There is no root user.' : found.map(lineOf).join('\n'));
  };
}

function lineOf({ email, name, createdAt, lastSignedInAt }: RootUser): string {
  const day = (instant: string) => instant.slice(0, 10);
  const seen = lastSignedInAt === null ? 'never signed in' : `last signed in on ${day(lastSignedInAt)}`;
  return `${email} (${name}), added on ${day(createdAt)}, ${seen}`;
}

function remove([address, ...rest]: readonly string[]): Work {
  mustBeAll(rest);
  const email = readAddress(address);
  return async (door, { settings }) => {
    if (!(await removeRootUser(door, { clock: systemClock, settings }, email))) {
      throw new StartFailure(`${email} is no root user. Nothing was changed.`);
    }
    say(`${email} is no root user any more, and their sessions have ended.`);
  };
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

async function main([word = '', ...words]: readonly string[]): Promise<void> {
  const command = commands.get(word);
  if (command === undefined) {
    throw new StartFailure(usage);
  }
  const settings = readSettings(environment);
  const secrets = readSecrets(readSecretTexts(environment, settings, false));
  const work = await command(words);
  await withDatabase(settings, secrets, {
    say,
    work: (database) => work(doorOf({ database }, noOrigin), { settings, secrets }),
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Refusal ? error.message : wordsOf(error)}\n`);
  process.exitCode = 1;
}
