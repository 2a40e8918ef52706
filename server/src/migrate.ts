import { migrate } from './kernel/migrate.ts';
import { StartFailure } from './kernel/start-failure.ts';
import { environment, readSettings } from './settings.ts';
import { asStartFailure } from './start-database.ts';

/** npm run migrate: brings the database of DATABASE_URL, signed in to as the schema's owner, to the newest schema. */
async function main(words: readonly string[]): Promise<void> {
  if (words.length > 0) {
    throw new StartFailure('Usage: npm run migrate');
  }
  const { databaseUrl, dataFolder } = readSettings(environment);
  if (databaseUrl === undefined) {
    throw new StartFailure(
      'DATABASE_URL is not set. The embedded database is brought up to date when the server starts.',
    );
  }
  const applied = await migrate({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 }).catch(
    (error: unknown) => {
      throw asStartFailure(error, { databaseUrl, dataFolder });
    },
  );
  const lines = applied.length === 0 ? ['The database is up to date.'] : applied.map((name) => `Applied ${name}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
