import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mspAuditLog, organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildWorld } from '../../testing/world.ts';
import { publicKeyText } from './chain-export.ts';
import { checkpointFolder } from './checkpoint-file.ts';
import { createCheckpointer } from './checkpointer.ts';
import { removeExpired } from './remove-expired.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-export-'));
const world = await buildWorld({ environment: { DATA_DIR: folder } });
const { database, secrets, clock } = world.kernel;
const { cedar } = world.organizations;
const checkpointer = createCheckpointer({ database, secrets, clock, folder: checkpointFolder(folder) });

const write = (tenant: number, organization: number | null, log: string) =>
  world.owner(
    "select audit_write($1, '2026-01-02T03:04:05.678901Z', $2, 'Vendor Management', $3, 'Ada Tester', 7, 'vendor', '9', 'success', '10.0.0.1', 'test', 'seeded')",
    [tenant, organization, log],
  );

const texts = ['=1+1', "=cmd|'/C calc'!A0", 'a "quoted", text', '\t\r\n\u202e\u0001', 'Änderung €\u200e ok'];

beforeAll(async () => {
  for (const text of texts) {
    await write(world.msps.harbor, cedar.id, text);
  }
  await write(world.msps.harbor, null, 'Harbor’s own');
  await checkpointer.run();
});

afterAll(() => {
  checkpointer.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('audit-logs.jsonl and its verifier', () => {
  const file = path.join(folder, 'audit-logs.jsonl');
  const program = path.join(folder, 'verify-audit-export.mjs');

  const exported = async (query: Record<string, string> = {}) => {
    const reply = await world.call(mspAuditLog.exportChain, { as: 'mspAdmin', query });
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'content-disposition': 'attachment; filename="audit-logs.jsonl"' },
    });
    return reply.text;
  };
  /** As an auditor would: two downloads, plain Node, another folder. */
  const verified = (text: string, ...options: string[]) => {
    writeFileSync(file, text);
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, file, ...options], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, said: `${stdout}${stderr}` };
  };

  let verifierName = '';
  beforeAll(async () => {
    const reply = await world.call(mspAuditLog.downloadVerifier, { as: 'mspAdmin' });
    writeFileSync(program, reply.text);
    verifierName = String(reply.headers['content-disposition']);
  });

  test('the whole chain verifies, with its signed checkpoints and the installation’s key', async () => {
    expect(verifierName).toBe('attachment; filename="verify-audit-export.mjs"');
    const text = await exported();
    const key = publicKeyText(secrets.auditPublicKey);
    const { status, said } = verified(text, key);
    expect(said).toMatch(/the whole chain\.\n1 signed checkpoint matches\.\n/);
    expect(said).toMatch(/\nVERIFIED\n$/);
    expect(status).toBe(0);
    const entries = text
      .trim()
      .split('\n')
      .filter((line) => line.includes('"type" : "entry"'));
    const [count] = await world.owner<{ n: number }>(
      'select count(*)::integer as n from audit_log where tenant_id = $1',
      [world.msps.harbor],
    );
    // The entry of the export itself came after what it holds.
    expect(entries).toHaveLength((count?.n ?? 0) - 1);
    expect(JSON.parse(entries[1] ?? '')).toMatchObject({
      log: texts[1],
      organization: cedar.id,
      tenant: world.msps.harbor,
    });
  });

  test('a selection verifies as one, and an organization gets only its own entries', async () => {
    expect(verified(await exported({ search: 'quoted' }))).toMatchObject({
      status: 0,
      said: expect.stringContaining('a selection with'),
    });
    const own = await world.call(organizationAuditLog.exportChain, { as: 'orgAdmin', params: { id: cedar.id } });
    expect(own.text).not.toContain('own');
    expect(verified(own.text)).toMatchObject({ status: 0, said: expect.stringContaining('VERIFIED') });
  });

  test.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'an entry was edited',
      (lines) => lines.map((line) => line.replace('Harbor’s own', 'Nobody’s own')),
      /Entry \d+ was changed/,
    ],
    [
      'a time was changed',
      (lines) => lines.map((line) => line.replace('05.678901Z', '05.678902Z')),
      /Entry 1 was changed/,
    ],
    [
      'an entry was taken out',
      (lines) => lines.filter((line) => !line.includes('Harbor’s own')),
      /Entries are missing in 1 place\./,
    ],
    [
      'two entries were swapped',
      ([head = '', checkpoint = '', one = '', two = '', ...rest]) => [head, checkpoint, two, one, ...rest],
      /stands behind/,
    ],
    ['the end was cut off', (lines) => lines.slice(0, -2), /cut off/],
    [
      'the end was cut and the last line kept',
      (lines) => [...lines.slice(0, -2), lines.at(-1) ?? ''],
      /was written with/,
    ],
    [
      'a checkpoint was changed',
      (lines) => lines.map((line) => line.replace('"kind":"checkpoint"', '"kind":"removed"')),
      /wrong signature/,
    ],
    [
      'it says it is complete and is not',
      (lines) => lines.map((line) => line.replace('"complete":false', '"complete":true')),
      /signature does not fit/,
    ],
    [
      'an entry comes from another tenant',
      (lines) => lines.map((line) => line.replace(/"tenant" : \d+/, '"tenant" : 999')),
      /belongs to another tenant/,
    ],
    ['it is not JSON', (lines) => ['nonsense', ...lines], /Line 1 is not JSON/],
  ])('the verifier notices when %s', async (what, change, found) => {
    const lines = (await exported(what.includes('complete') ? { search: 'quoted' } : {})).trimEnd().split('\n');
    const { status, said } = verified(`${change(lines).join('\n')}\n`);
    expect(said).toMatch(found);
    expect(said).toMatch(/NOT VERIFIED/);
    expect(status).toBe(1);
  });

  test('the whole chain does not verify where its end is missing in the database, though a signed checkpoint covers it', async () => {
    const { lake } = world.msps;
    const whole = async () => (await world.call(mspAuditLog.exportChain, { as: 'foreignMspAdmin' })).text;
    for (const log of ['One', 'Two', 'Three', 'Four', 'Five']) {
      await write(lake, null, log);
    }
    await checkpointer.run();
    const before = verified(await whole());
    expect(before.said).toMatch(/the whole chain\.\n(?:1 signed checkpoint matches|\d+ signed checkpoints match)\.\n/);
    expect(before.status).toBe(0);
    await world.owner('delete from audit_log where tenant_id = $1 and seq > 3', [lake]);
    await world.owner(
      `update audit_heads set (seq, hash) = (select seq, hash from audit_log where tenant_id = $1 and seq = 3)
       where tenant_id = $1`,
      [lake],
    );
    const { status, said } = verified(await whole());
    expect(said).toMatch(/Entry 4 is missing: a signed checkpoint covers entry 5\.\nNOT VERIFIED\n$/);
    expect(status).toBe(1);
  });

  test('a chain whose oldest entries were removed after their time verifies, and not where somebody else removed them', async () => {
    const own = mkdtempSync(path.join(tmpdir(), 'sentrywell-export-'));
    onTestFinished(() => rmSync(own, { recursive: true, force: true }));
    const old = await buildWorld({ environment: { DATA_DIR: own } });
    const { kernel, msps } = old;
    const signing = createCheckpointer({ ...kernel, folder: checkpointFolder(own) });
    onTestFinished(() => signing.close());
    const whole = async () => (await old.call(mspAuditLog.exportChain, { as: 'foreignMspAdmin' })).text;
    for (const age of ['8 years', '7 years', '2 years', '1 year', '0 years']) {
      await old.owner(
        "select audit_write($1, now() - $2::interval, null, 'Policy', 'Done', 'Ada', 7, null, null, 'success', '10.0.0.1', 'test', 'seeded')",
        [msps.lake, age],
      );
      await signing.run();
    }
    const { database, secrets: keys } = kernel;
    const parts = {
      database,
      folder: checkpointFolder(own),
      publicKeys: keys.auditPublicKeys,
      log: { warn: () => undefined },
    };
    expect(await removeExpired({ ...parts, checkpointer: signing })).toBe(2);
    const kept = verified(await whole());
    expect(kept.said).toMatch(/the whole chain\.\n3 signed checkpoints match\.\n.*\nVERIFIED\n$/);
    expect(kept.status).toBe(0);

    await old.owner(
      `update audit_heads set (base_seq, base_hash) = (select seq, hash from audit_log where tenant_id = $1 and seq = 4)
       where tenant_id = $1`,
      [msps.lake],
    );
    await old.owner('delete from audit_log where tenant_id = $1 and seq <= 4', [msps.lake]);
    const { status, said } = verified(await whole());
    expect(said).toMatch(
      /Entries up to 4 are missing, and no signed line says that their time was over\.\nNOT VERIFIED\n$/,
    );
    expect(status).toBe(1);
  });

  test('the verifier refuses a file that somebody signed with a key of their own', async () => {
    const other = await buildWorld();
    const { status, said } = verified(await exported(), publicKeyText(other.kernel.secrets.auditPublicKey));
    expect(said).toMatch(/signed with another key/);
    expect(status).toBe(1);
  });

  test.each<[string, (text: string) => string, string]>([
    [
      'a time that is none',
      (text) => text.replace(/"occurredAt"\s*:\s*"[^"]*"/, '"occurredAt":"soon"'),
      'cannot be read',
    ],
    ['an entry that lacks its fields', (text) => `${text.split('\n')[0]}\n{"type":"entry"}\n`, 'cannot be read'],
    ['a line that is no record', (text) => `${text.split('\n')[0]}\nnull\n`, 'Line 2 is of an unknown type.'],
    ['a line behind the last one', (text) => `${text}${text.split('\n')[3]}\n`, 'stands behind the last one.'],
    ['a second last line', (text) => `${text}${text.trimEnd().split('\n').at(-1)}\n`, 'stands behind the last one.'],
    [
      'a key that is none',
      (text) => text.replace(/"publicKey":"[^"]*"/, '"publicKey":"x"'),
      'The key is not readable.',
    ],
  ])('the verifier says of %s what is wrong, and that the file is not verified', async (_what, spoilt, sentence) => {
    const { status, said } = verified(spoilt(await exported()));
    expect(said).toContain(sentence);
    expect(said).toMatch(/\nNOT VERIFIED\n$/);
    expect(status).toBe(1);
  });

  test('the verifier says in a sentence that a key or a file is not what was meant', async () => {
    const { status, said } = verified(await exported(), 'my-key');
    expect(said).toMatch(/The key is not readable\.[^]*\nNOT VERIFIED\n$/);
    expect(status).toBe(1);
    for (const name of [path.join(folder, 'nowhere.jsonl'), folder]) {
      const { status: code, stderr } = spawnSync(process.execPath, [program, name], { encoding: 'utf8' });
      expect(stderr).toMatch(new RegExp(`^${name} cannot be read: E[A-Z]+: .*\n$`));
      expect(code).toBe(2);
    }
  });
});
