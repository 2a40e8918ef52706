import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { generateSecretTexts, readSecrets, type Secrets } from '../../kernel/secrets.ts';
import { restartedWith } from '../../testing/restarted-with.ts';
import { buildWorld } from '../../testing/world.ts';
import { publicKeyText } from './chain-export.ts';
import { checkpointFolder, openCheckpointFile } from './checkpoint-file.ts';
import { createCheckpointer } from './checkpointer.ts';
import { removeExpired } from './remove-expired.ts';
import { verifyChains } from './verify-chains.ts';
import { verifyExport } from './verify-audit-export.mjs';

const data = mkdtempSync(path.join(tmpdir(), 'sentrywell-replaced-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));
const world = await buildWorld({ environment: { DATA_DIR: data } });
const { database, clock } = world.kernel;
const { harbor } = world.msps;
const folder = checkpointFolder(data);

const keyOf = ({ AUDIT_SIGNING_KEY }: { readonly AUDIT_SIGNING_KEY: string }) => AUDIT_SIGNING_KEY;
const texts = generateSecretTexts();
const [first, second, third] = [keyOf(texts), keyOf(generateSecretTexts()), keyOf(generateSecretTexts())];
const secretsWith = (key: string, ...previous: readonly string[]) =>
  readSecrets({ ...texts, AUDIT_SIGNING_KEY: key, AUDIT_SIGNING_KEY_PREVIOUS: previous.join(',') });
const before = secretsWith(first);
const once = secretsWith(second, first);
const twice = secretsWith(third, second, first);

const write = (age: string) =>
  world.owner(
    "select audit_write($1, now() - $2::interval, null, 'Policy', 'Done', 'Ada', 7, null, null, 'success', '10.0.0.1', 'test', 'seeded')",
    [harbor, age],
  );

/** An entry, and the checkpoint that the server with these secrets signs of it. */
async function signWith(secrets: Secrets, age = '1 hour'): Promise<void> {
  await write(age);
  const signing = createCheckpointer({ database, secrets, clock, folder });
  await signing.run();
  signing.close();
}

/** A checkpoint of one entry, as whoever has the key can sign it. */
async function signEntry({ auditSigningKey }: Secrets, seq: number): Promise<void> {
  const [row] = await world.owner<{ hash: string }>(
    "select encode(hash, 'hex') as hash from audit_log where tenant_id = $1 and seq = $2",
    [harbor, seq],
  );
  const position = { kind: 'checkpoint', tenant: harbor, seq, hash: row?.hash ?? '' } as const;
  openCheckpointFile(folder, auditSigningKey).append([position], clock.now());
}

async function verdict({ auditPublicKeys: publicKeys }: Secrets): Promise<readonly string[]> {
  const said: string[] = [];
  await verifyChains({ database, publicKeys, folder, say: (sentence) => said.push(sentence) });
  return said;
}

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

/** What the standalone verifier says of the export of a server with these secrets, to somebody who knows its key. */
async function exported(secrets: Secrets): Promise<readonly string[]> {
  const { app } = await restartedWith(world, secrets);
  const headers = { host: 'localhost:3000', cookie: `sid=${world.people.mspAdmin.cookie}` };
  const { payload } = await app.inject({ url: mspAuditLog.exportChain.path, headers });
  await app.close();
  return (await verifyExport(linesOf(payload), publicKeyText(secrets.auditPublicKey))).lines;
}

beforeEach(async () => {
  await world.owner('truncate audit_log, audit_heads, audit_counts, audit_removals');
  rmSync(folder, { recursive: true, force: true });
});

describe('what a signing key that was replaced has signed', () => {
  test('is verified as long as the key is named, also behind a second replacement', async () => {
    await signWith(before);
    await signWith(once);
    await signWith(twice);
    expect(await verdict(twice)).toEqual([
      `Tenant ${harbor}: 3 entries up to 3; 3 signed checkpoints match.`,
      '1 chain verified.',
    ]);
    expect(await verdict(secretsWith(third, second))).toContainEqual(
      expect.stringMatching(/BROKEN: line 1 has a wrong signature\.$/),
    );
  });

  test('is in an export, which stands under the present key alone', async () => {
    await signWith(before);
    await signWith(once);
    const said = await exported(once);
    expect(said).toContain('2 signed checkpoints match.');
    expect(said.at(-1)).toBe('VERIFIED');
    expect(await exported(secretsWith(second))).toContain('1 signed checkpoint matches.');
  });

  test('still proves what was removed, and lets retention go on', async () => {
    const removeWith = async (secrets: Secrets) => {
      const checkpointer = createCheckpointer({ database, secrets, clock, folder });
      const parts = { database, folder, publicKeys: secrets.auditPublicKeys, log: { warn: () => undefined } };
      const removed = await removeExpired({ ...parts, checkpointer });
      checkpointer.close();
      return removed;
    };
    await signWith(before, '8 years');
    await write('7 years');
    expect(await removeWith(before)).toBe(1);
    expect((await verdict(secretsWith(second))).join()).toContain('no signed line says that their time was over');
    expect((await verdict(once)).at(-1)).toBe('1 chain verified.');
    expect((await exported(once)).at(-1)).toBe('VERIFIED');
    await signEntry(once, 2);
    expect(await removeWith(once)).toBe(1);
    expect((await verdict(once)).at(-1)).toBe('1 chain verified.');
  });

  test('counts no more behind the first line of the key that replaced it', async () => {
    await signWith(before);
    await signWith(once);
    await write('1 hour');
    await signEntry(before, 3);
    expect(await verdict(once)).toContainEqual(expect.stringMatching(/BROKEN: line 3 has a wrong signature\.$/));
  });
});
