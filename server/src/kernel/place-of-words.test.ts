import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { searchable } from '@sentrywell/contract/search.ts';
import { placeOfWords } from './place-of-words.ts';
import { fragment, statement } from './sql.ts';
import { withClient } from './with-client.ts';

const { host, port } = inject('databaseServer');
const superuser = { host, port, user: 'postgres', database: 'postgres' };

/** Where words stand in names, as the database says it. */
async function placeIn(database: pg.Client, name: string, words: string): Promise<number | undefined> {
  const { text, values } = build`select ${placeOfWords(fragment`${name}::text`, words)} as place`;
  const { rows } = await database.query<{ place: number }>(text, [...values]);
  return rows[0]?.place;
}
const build = (strings: TemplateStringsArray, ...values: readonly unknown[]) => statement(strings, values);

describe.each([
  ['of the locale C', 'c', "locale_provider libc locale 'C'"],
  ['of the locale of its server', 'own', ''],
])('words in a database %s', (_what, key, locale) => {
  const name = `test_words_${process.pid}_${key}`;
  const database = new pg.Client({ ...superuser, database: name });
  beforeAll(async () => {
    await withClient(superuser, (client) =>
      client.query(`create database ${name} template template0 encoding 'UTF8' ${locale}`),
    );
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await withClient(superuser, (client) => client.query(`drop database ${name}`));
  });

  test.each([
    ['Ironwood', 'IRON'],
    ['IRONWOOD', 'iron'],
    ['İstanbul Klinik', 'İSTANBUL'],
    ['İstanbul Klinik', 'istanbul'],
    ['ISTANBUL', 'İstanbul'],
    ['Işık', 'IŞık'],
    ['Işık', 'işik'],
    ['ΣΑΣ', 'ΣΑΣ'],
    ['ΣΑΣ', 'σας'],
    ['σας', 'ΣΑΣ'],
    ['ΑΣΤΕΡΑΣ', 'ΑΣ'],
    ['École', 'École'],
    ['École', 'école'],
    ['École', 'ÉCOLE'],
    ['école', 'ÉCOLE'],
    ['Éclair Élysée', 'Éclair Élysée'],
    ['50%_of', '%_'],
  ])('%s is found by %s', async (text, words) => {
    const expected = searchable(text).indexOf(searchable(words)) + 1;
    expect(expected).toBeGreaterThan(0);
    expect(await placeIn(database, text, words)).toBe(expected);
  });

  test.each([
    ['Ironwood', 'woods'],
    ['École', 'ecole'],
    ['Cedar', '%'],
  ])('%s is not found by %s', async (text, words) => {
    expect(searchable(text)).not.toContain(searchable(words));
    expect(await placeIn(database, text, words)).toBe(0);
  });
});
