import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkpointFolder } from '../features/audit-log/checkpoint-file.ts';
import { verifyChains } from '../features/audit-log/verify-chains.ts';
import { openDatabase } from '../kernel/database.ts';
import { startEmbeddedPostgres } from '../kernel/embedded-postgres.ts';
import { keptSecretTexts, readSecrets } from '../kernel/secrets.ts';
import { withClient } from '../kernel/with-client.ts';

const program = path.resolve(import.meta.dirname, 'audit-writing-program.ts');
/** Changes that each process has had acknowledged, at least, when it is killed. */
const leastWritten = 6;

export type Survival = {
  readonly kills: number;
  readonly acknowledged: number;
  /** Acknowledged changes that the database no longer knows. */
  readonly lost: number;
  /** Changes without their entry, or entries without their change. */
  readonly halves: number;
  readonly intact: boolean;
  readonly said: readonly string[];
};

/** Kills a server that writes, again and again, every other time together with its database, and looks at what is left. */
export async function killWhileWriting(
  dataFolder: string,
  kills: number,
  onKill: (number: number) => void = () => undefined,
): Promise<Survival> {
  const acknowledged: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    acknowledged.push(...(await oneLife(dataFolder, acknowledged.at(-1) ?? 0, kill % 2 === 0)));
    onKill(kill);
  }
  return lookAt(dataFolder, kills, acknowledged);
}

/** @returns the numbers of the changes that one process had acknowledged before it was killed. */
async function oneLife(dataFolder: string, last: number, withDatabase: boolean): Promise<number[]> {
  // Numbers that were tried but not acknowledged may exist; a new process keeps clear of them.
  const child = spawn(process.execPath, [program, dataFolder, String(last + 1_000)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.on('data', (data) => (text += String(data)));
  const ended = new Promise((resolve) => child.once('close', resolve));
  // A busy machine may write nothing in the moment that it then still has.
  while ((text.match(/^written /gm) ?? []).length < leastWritten) {
    if (child.exitCode !== null) {
      throw new Error(`The writing program ended by itself with code ${child.exitCode}.`);
    }
    await pause(5);
  }
  await pause(10 + Math.random() * 150);
  if (withDatabase) {
    process.kill(Number(/^server (\d+)/m.exec(text)?.[1]), 'SIGKILL');
  }
  child.kill('SIGKILL');
  await ended;
  return [...text.matchAll(/^written (\d+)$/gm)].map((match) => Number(match[1])).sort((one, other) => one - other);
}

async function lookAt(dataFolder: string, kills: number, acknowledged: readonly number[]): Promise<Survival> {
  const server = await startEmbeddedPostgres({ dataFolder });
  const owner = { host: server.socketFolder, user: 'postgres', database: 'postgres' };
  const numbers = (text: string) =>
    withClient(
      owner,
      async (client) =>
        new Set((await client.query<{ number: string }>(text)).rows.map(({ number }) => Number(number))),
    );
  const changes = await numbers(
    'select extract(epoch from changed_at)::bigint as number from organization_status_history',
  );
  const entries = await numbers("select target_id as number from audit_log where target_type = 'change'");
  const said: string[] = [];
  const database = openDatabase({
    connection: { ...owner, user: 'app_login' },
    connections: 2,
    log: { warn: () => undefined },
  });
  const intact = await verifyChains({
    database,
    publicKeys: readSecrets(keptSecretTexts(dataFolder)).auditPublicKeys,
    folder: checkpointFolder(dataFolder),
    say: (sentence) => said.push(sentence),
  });
  await database.close();
  await server.stop();
  const lost = acknowledged.filter((number) => !changes.has(number) || !entries.has(number)).length;
  const halves = changes.symmetricDifference(entries).size;
  return { kills, acknowledged: acknowledged.length, lost, halves, intact, said };
}
