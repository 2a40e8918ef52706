import { renewSealed } from './features/sealing/renew-sealed.ts';
import { systemClock } from './kernel/clock.ts';
import type { Database } from './kernel/database.ts';
import { readSecrets } from './kernel/secrets.ts';
import { StartFailure, wordsOf } from './kernel/start-failure.ts';
import { environment, readSecretTexts, readSettings } from './settings.ts';
import { mustHaveDatabase, withDatabase } from './start-database.ts';

/**
 * `npm run encryption:renew`: encrypts anew what ENCRYPTION_KEY_PREVIOUS encrypted, and says whether that key is still needed. Exit code
 * 1 while it is, or while something opens with no key that is named. It may run beside the server, with the server's own restricted login.
 */
async function main(words: readonly string[]): Promise<boolean> {
  if (words.length > 0) {
    throw new StartFailure('Usage: npm run encryption:renew');
  }
  const settings = readSettings(environment);
  mustHaveDatabase(settings, 'nothing was encrypted anew');
  const secrets = readSecrets(readSecretTexts(environment, settings, false));
  const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
  const work = (database: Database) => renewSealed({ database, clock: systemClock, secrets, say });
  return withDatabase(settings, secrets, { say, work });
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 1;
}
