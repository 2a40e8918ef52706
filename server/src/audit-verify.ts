import { checkpointFolder } from './features/audit-log/checkpoint-file.ts';
import { verifyChains } from './features/audit-log/verify-chains.ts';
import { openDatabase } from './kernel/database.ts';
import { readSecrets } from './kernel/secrets.ts';
import { StartFailure } from './kernel/start-failure.ts';
import { environment, readSecretTexts, readSettings } from './settings.ts';
import { startDatabase } from './start-database.ts';

/**
 * `npm run audit:verify`: checks every chain of the audit log and every signed checkpoint of this data folder. Exit code 1
 * when anything is broken. It may run beside the server, and reads with the server's own restricted login.
 */
async function main(): Promise<boolean> {
  const settings = readSettings(environment);
  const secrets = readSecrets(readSecretTexts(environment, settings, false));
  const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
  const started = await startDatabase(settings, secrets, say);
  const database = openDatabase({ connection: started.app, connections: 2, log: { warn: () => undefined } });
  try {
    const folder = checkpointFolder(settings.dataFolder);
    return await verifyChains({ database, publicKey: secrets.auditPublicKey, folder, say });
  } finally {
    await database.close();
    await started.stop();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(
    `${error instanceof StartFailure ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}
