import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWorld } from '../../testing/world.ts';
import { checkpointFolder } from './checkpoint-file.ts';
import { createCheckpointer } from './checkpointer.ts';
import { removeExpired } from './remove-expired.ts';
import { verifyChains } from './verify-chains.ts';
import { verifyExport } from './verify-audit-export.mjs';

/** One of two servers on one database: each has a data folder of its own. */
const data = mkdtempSync(path.join(tmpdir(), 'sentrywell-here-'));
const world = await buildWorld({ environment: { DATA_DIR: data } });
const { database, secrets, clock } = world.kernel;
const { harbor, lake } = world.msps;

let folders: readonly string[] = [];
const serverAt = (folder: string) => ({ folder, signing: createCheckpointer({ database, secrets, clock, folder }) });
let here = serverAt(checkpointFolder(data));
let there = here;

const end = () => {
  here.signing.close();
  there.signing.close();
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
  }
};
afterAll(() => {
  end();
  rmSync(data, { recursive: true, force: true });
});

const write = (tenant: number, age: string) =>
  world.owner(
    "select audit_write($1, now() - $2::interval, null, 'Policy', 'Done', 'Ada', 7, null, null, 'success', '10.0.0.1', 'test', 'seeded')",
    [tenant, age],
  );

/** Two chains of entries 1 and 2 after their time and 3 and 4 within it, of which both servers have signed every one. */
beforeEach(async () => {
  end();
  await world.owner('truncate audit_log, audit_heads, audit_counts');
  await world.owner(
    "do $d$ begin if to_regclass('audit_removals') is not null then delete from audit_removals; end if; end $d$",
  );
  here = serverAt(checkpointFolder(data));
  there = serverAt(mkdtempSync(path.join(tmpdir(), 'sentrywell-there-')));
  folders = [here.folder, there.folder];
  for (const age of ['8 years', '7 years', '2 years', '1 year']) {
    await write(harbor, age);
    await write(lake, age);
    await here.signing.run();
    await there.signing.run();
  }
});

const remove = ({ folder, signing }: typeof here) =>
  removeExpired({
    database,
    folder,
    publicKeys: secrets.auditPublicKeys,
    checkpointer: signing,
    log: { warn: () => undefined },
  });

async function verdict({ folder }: typeof here, read = database): Promise<readonly string[]> {
  const said: string[] = [];
  const publicKeys = secrets.auditPublicKeys;
  await verifyChains({ database: read, publicKeys, folder, say: (sentence) => said.push(sentence) });
  return said;
}

/** The database, in which something happens behind so many transactions. */
function meanwhile(transactions: number, happens: () => Promise<unknown>): typeof database {
  let begun = 0;
  return {
    ...database,
    transaction: async (options, work) => {
      begun += 1;
      if (begun === transactions + 1) {
        await happens();
      }
      return database.transaction(options, work);
    },
  };
}

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

/** What an auditor is told of the export that the server here gives. */
async function exported(): Promise<readonly string[]> {
  const { text } = await world.call(mspAuditLog.exportChain, { as: 'mspAdmin' });
  return (await verifyExport(linesOf(text))).lines;
}

describe('what one server removed after its time', () => {
  const missing = `Tenant ${harbor}: BROKEN: the entries up to 2 are missing, and no signed line says that their time was over.`;

  test('the other one knows of: the chain and its exports verify there', async () => {
    expect(await remove(there)).toBe(4);
    for (const server of [there, here]) {
      expect(await verdict(server)).toEqual([
        expect.stringMatching(`Tenant ${harbor}: 3 entries up to 5, those up to 2 removed after their time`),
        expect.stringMatching(`Tenant ${lake}: 3 entries up to 5, those up to 2 removed after their time`),
        '2 chains verified.',
      ]);
    }
    expect((await exported()).at(-1)).toBe('VERIFIED');
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'does not look like a break to a verification that is under way: behind %i of its transactions',
    async (transactions) => {
      const reading = meanwhile(transactions, () => remove(there));
      expect(await verdict(here, reading)).toEqual([
        expect.stringMatching(`^Tenant ${harbor}: .* up to `),
        expect.stringMatching(`^Tenant ${lake}: .* up to `),
        '2 chains verified.',
      ]);
      expect((await verdict(here)).join()).toContain('those up to 2 removed after their time');
    },
  );

  test('is proven as well where it was removed before the database kept the proof', async () => {
    await remove(there);
    await world.owner('delete from audit_removals');
    expect(await verdict(here)).toContain(missing);
    expect((await exported()).at(-1)).toBe('NOT VERIFIED');
    // A server from before it goes on without; the next look of the one that removed brings the proof.
    expect(await remove(here)).toBe(0);
    expect(await verdict(here)).toContain(missing);
    expect(await remove(there)).toBe(0);
    expect((await verdict(here)).at(-1)).toBe('2 chains verified.');
    expect((await exported()).at(-1)).toBe('VERIFIED');
  });

  test('is proven again where somebody has spoilt the proof', async () => {
    await remove(there);
    await world.owner(`update audit_removals set line = replace(line, '"seq":2', '"seq":1')`);
    expect(await verdict(here)).toContain(missing);
    await remove(there);
    expect((await verdict(here)).at(-1)).toBe('2 chains verified.');
  });
});

describe('whoever owns the database and not the key cuts the beginning of no chain unnoticed', () => {
  const cut = async () => {
    await world.owner(
      'update audit_heads h set base_seq = 3, base_hash = l.hash from audit_log l where h.tenant_id = $1 and l.tenant_id = $1 and l.seq = 3',
      [harbor],
    );
    await world.owner('delete from audit_log where tenant_id = $1 and seq <= 3', [harbor]);
  };
  const forged: readonly (readonly [string, string])[] = [
    ['with the proof of an earlier removal', 'select 1'],
    ['with that proof written over', `update audit_removals set line = replace(line, '"seq":2', '"seq":3')`],
    [
      'with that proof and its hash written over',
      `update audit_removals r set seq = 3, line = (r.line::jsonb || jsonb_build_object('seq', 3, 'hash', encode(h.base_hash, 'hex')))::text
         from audit_heads h where h.tenant_id = r.tenant_id`,
    ],
    ['with no proof', 'delete from audit_removals'],
    ['with nonsense', "update audit_removals set line = 'null'"],
  ];
  test.each(forged)('%s', async (_how, sql) => {
    await remove(there);
    await cut();
    await world.owner(sql);
    for (const server of [there, here]) {
      expect(await verdict(server)).toContain(
        `Tenant ${harbor}: BROKEN: the entries up to 3 are missing, and no signed line says that their time was over.`,
      );
    }
    expect((await exported()).at(-1)).toBe('NOT VERIFIED');
    await remove(there);
    expect((await verdict(here)).join()).toContain('BROKEN');
  });

  test('nor with a checkpoint that was signed there, or the proof of another tenant', async () => {
    await remove(there);
    const { text } = await world.call(mspAuditLog.exportChain, { as: 'mspAdmin' });
    const signed = text.split('\n').find((line) => line.includes('"kind":"checkpoint"') && line.includes('"seq":3,'));
    await cut();
    await world.owner('update audit_removals set seq = 3, line = $1 where tenant_id = $2', [
      (signed ?? '').replace('"type":"checkpoint",', ''),
      harbor,
    ]);
    const broken = expect.stringContaining(`Tenant ${harbor}: BROKEN: the entries up to 3 are missing`);
    expect(await verdict(here)).toContainEqual(broken);
    await world.owner(
      'update audit_removals set line = (select line from audit_removals where tenant_id = $1) where tenant_id = $2',
      [lake, harbor],
    );
    expect(await verdict(here)).toContainEqual(broken);
    expect((await exported()).at(-1)).toBe('NOT VERIFIED');
  });

  test('nor by dating its entries back, so that the server removes them itself', async () => {
    await world.owner(
      "update audit_log set occurred_at = occurred_at - interval '6 years' where tenant_id = $1 and seq <= 3",
      [harbor],
    );
    expect(await remove(there)).toBe(2);
    expect(await verdict(here)).toContainEqual(
      expect.stringMatching(`^Tenant ${harbor}: BROKEN: entry 1 .* was changed`),
    );
  });

  test('nor by cutting it, so that what the server removes later hides the cut', async () => {
    await remove(there);
    await cut();
    await write(harbor, '1 hour');
    await there.signing.run();
    await world.owner(
      "update audit_log set occurred_at = occurred_at - interval '9 years' where tenant_id = $1 and seq <= 5",
      [harbor],
    );
    await remove(there);
    expect(await verdict(here)).toContainEqual(
      expect.stringContaining(`Tenant ${harbor}: BROKEN: the entries up to 3 are missing`),
    );
  });
});
