import { existsSync } from 'node:fs';
import { checkpointFolder } from './features/audit-log/checkpoint-file.ts';
import { verifyChains } from './features/audit-log/verify-chains.ts';
import type { Database } from './kernel/database.ts';
import { readSecrets } from './kernel/secrets.ts';
import { StartFailure, wordsOf } from './kernel/start-failure.ts';
import { environment, readSecretTexts, readSettings } from './settings.ts';
import { mustHaveDatabase, withDatabase } from './start-database.ts';

/**
 * `npm run audit:verify`: checks every chain of the audit log and every signed checkpoint of this data folder. Exit code 1
 * when anything is broken. It may run beside the server, and reads with the server's own restricted login.
 */
async function main(words: readonly string[]): Promise<boolean> {
  if (words.length > 0) {
    throw new StartFailure('Usage: npm run audit:verify');
  }
  const settings = readSettings(environment);
  mustHaveDatabase(settings, 'nothing was verified');
  const secrets = readSecrets(readSecretTexts(environment, settings, false));
  const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
  const folder = checkpointFolder(settings.dataFolder);
  const work = (database: Database) => verifyChains({ database, publicKeys: secrets.auditPublicKeys, folder, say });
  const intact = await withDatabase(settings, secrets, { say, work });
  // Every server makes the folder when it starts: without it this is the folder of none.
  const isProven = existsSync(folder);
  if (!isProven) {
    say(`There are no signed checkpoints in ${folder}: nothing proves that no end was cut off. Check DATA_DIR.`);
  }
  return intact && isProven;
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 1;
}
