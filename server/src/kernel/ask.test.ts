import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { buildWorld } from '../testing/world.ts';
import { ask } from './ask.ts';

const world = await buildWorld();

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ ...world.appConnection, pipeline: true });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Bytes among what is old: what quick collections leave lying until there is one of everything. */
const old = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void;

test('what a query brought is gone with the next quick collection', async () => {
  const client = await connected();
  const askMany = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      await ask(client, { name: 'rows', text: `select $1::int as index, repeat('a', 500) as text`, values: [index] });
      if (index % 100 === 99) collect({ type: 'minor' });
    }
  };
  await askMany(500);
  collect({ type: 'major' });
  const before = old();
  await askMany(2_000);
  expect((old() - before) / 2_000).toBeLessThan(500);
});

test('what the database says against a query names who asked', async () => {
  const client = await connected();
  async function somebody() {
    await ask(client, 'select nothing from nowhere');
  }
  const error: unknown = await somebody().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '42P01', stack: expect.stringContaining('somebody') });
});

test('what is asked together is answered in order', async () => {
  const client = await connected();
  const answers = ['begin; select 1 as number', 'select 2 as number', 'rollback'].map((text) => ask(client, text));
  expect(await Promise.all(answers)).toMatchObject([
    [{ command: 'BEGIN' }, { rows: [{ number: 1 }] }],
    { rows: [{ number: 2 }] },
    { command: 'ROLLBACK' },
  ]);
});
