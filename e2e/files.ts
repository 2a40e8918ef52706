import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

export type SavedFile = { readonly name: string; readonly path: string; readonly bytes: Buffer };

/** What the browser saves when something is pressed. */
export async function savedBy(page: Page, press: () => Promise<void>): Promise<SavedFile> {
  const begun = page.waitForEvent('download');
  await press();
  const file = await begun;
  const path = await file.path();
  return { name: file.suggestedFilename(), path, bytes: readFileSync(path) };
}

/** The records of a table, cell by cell, without the mark of UTF-8 before the first; quoted cells may hold commas, line breaks and doubled quotes. */
export function recordsOf(csv: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain = '', end] of csv
    .replace('\ufeff', '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') {
      records.push(record);
      record = [];
    }
  }
  return records.filter((cells) => cells.length > 1 || cells[0] !== '');
}
