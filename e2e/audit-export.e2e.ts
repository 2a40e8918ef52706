import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';
import { categoriesShown, csvEntry, exported, logOf, rowsShown } from './audit-page.ts';
import { recordsOf, type SavedFile } from './files.ts';
import {
  type Admin,
  choose,
  enter,
  fillRegistration,
  freshDomain,
  freshMsp,
  freshOrganization,
  test,
} from './world.ts';

/** Somebody whose name a spreadsheet would run, registered on the page like anybody. */
async function formulaOwner(page: Page): Promise<void> {
  const email = `owner@${freshDomain('clinic')}`;
  await page.goto('/register/org');
  await fillRegistration(page, ['=1+1', '"quoted", too'], email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await enter(page, email);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Audit Logs' }).click();
  await expect(logOf(page).getByRole('row').nth(1)).toBeVisible();
}

test('the CSV holds exactly what the list shows, filtered or not', async ({ page }) => {
  await formulaOwner(page);
  const rows = await rowsShown(page);
  const file = await exported(page, csvEntry);
  expect(file.name).toBe('audit-logs.csv');
  const text = file.bytes.toString('utf8');
  // Every value quoted, inner quotes doubled (specification §9).
  expect(text.split('\r\n')[0]).toBe('"Date & Time","Log","User","Category"');
  expect(text).toContain('""quoted"", too');
  const harmless = (cell: string) => (/^[=+\-@]/.test(cell) ? `'${cell}` : cell);
  expect(recordsOf(text).slice(1)).toEqual(rows.map((row) => row.map(harmless)));

  await page.reload();
  await expect(logOf(page).getByRole('row').nth(1)).toContainText('Exported');
  await choose(page, /Category/, 'Organization');
  await expect.poll(() => categoriesShown(page)).toEqual(['Organization']);
  const filtered = await exported(page, csvEntry);
  expect(recordsOf(filtered.bytes.toString('utf8')).slice(1)).toEqual(
    (await rowsShown(page)).map((row) => row.map(harmless)),
  );
});

/** Opens a table in LibreOffice. @returns its cells as they are shown, and how many of them are formulas */
function openedInSpreadsheet(file: string): { readonly cells: readonly string[]; readonly formulas: number } {
  const folder = mkdtempSync(path.join(tmpdir(), 'spreadsheet-'));
  const copy = path.join(folder, 'opened.csv');
  copyFileSync(file, copy);
  const options = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--infilter=CSV:44,34,76,1'];
  execFileSync('soffice', [...options, '--convert-to', 'fods', '--outdir', folder, copy], {
    timeout: 45_000,
    stdio: 'ignore',
  });
  const sheet = readFileSync(path.join(folder, 'opened.fods'), 'utf8');
  const entities: Readonly<Record<string, string>> = {
    '&quot;': '"',
    '&apos;': "'",
    '&lt;': '<',
    '&gt;': '>',
    '&amp;': '&',
  };
  const [, table = ''] = /<table:table (.*?)<\/table:table>/s.exec(sheet) ?? [];
  const cells = [...table.matchAll(/<text:p>(.*?)<\/text:p>/g)].map(([, text = '']) =>
    text.replace(/<[^>]*>/g, '').replace(/&\w+;/g, (entity) => entities[entity] ?? entity),
  );
  return { cells, formulas: sheet.match(/table:formula=/g)?.length ?? 0 };
}

function hasSpreadsheet(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a spreadsheet shows the same cells and runs none of them', async ({ page }) => {
  test.skip(!hasSpreadsheet(), 'LibreOffice is not installed here (Debian: apt-get install libreoffice-calc).');
  await formulaOwner(page);
  const file = await exported(page, csvEntry);
  const opened = openedInSpreadsheet(file.path);
  expect(opened.formulas).toBe(0);
  expect(opened.cells).toEqual(recordsOf(file.bytes.toString('utf8')).flat());
  expect(opened.cells.some((cell) => cell.includes('=1+1'))).toBe(true);

  // The same file without the guard would have run: the program does look for formulas.
  const unguarded = path.join(mkdtempSync(path.join(tmpdir(), 'spreadsheet-')), 'unguarded.csv');
  writeFileSync(unguarded, file.bytes.toString('utf8').replaceAll(/"'=1\+1[^\n]*?",/g, '"=1+1",'));
  expect(openedInSpreadsheet(unguarded).formulas).toBeGreaterThan(0);
});

/** Runs the downloaded program where nothing of the product is. @returns its words and whether it found everything in order */
function verified(verifier: SavedFile, log: string): { readonly isWhole: boolean; readonly words: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'verify-'));
  const program = path.join(folder, verifier.name);
  copyFileSync(verifier.path, program);
  writeFileSync(path.join(folder, 'audit-logs.jsonl'), log);
  try {
    const words = execFileSync(process.execPath, [program, 'audit-logs.jsonl'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return { isWhole: true, words };
  } catch (failure) {
    return { isWhole: false, words: String(failure) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the chain is exported and verified by a program of one file, which finds a changed word', async ({ browser }) => {
  const admins: readonly (readonly [Admin, string])[] = await Promise.all([
    freshOrganization(browser).then((clinic): [Admin, string] => [clinic, `/org/${clinic.id}/audit-logs`]),
    freshMsp(browser).then((msp): [Admin, string] => [msp, '/msp/auditlogs']),
  ]);
  for (const [{ page }, address] of admins) {
    await page.goto(address);
    await expect(logOf(page).getByRole('row').nth(1)).toBeVisible();
    const verifier = await exported(page, 'Program that verifies the chain');
    expect(verifier.name).toBe('verify-audit-export.mjs');
    const chain = await exported(page, 'JSON Lines with the chain');
    expect(chain.name).toBe('audit-logs.jsonl');
    const log = chain.bytes.toString('utf8');
    expect(verified(verifier, log)).toMatchObject({ isWhole: true });
    expect(verified(verifier, log.replace('was registered', 'was forgotten'))).toMatchObject({ isWhole: false });
    const lines = log.split('\n');
    const entry = lines.findIndex((line) => line.includes('registered as'));
    expect(verified(verifier, lines.toSpliced(entry, 1).join('\n'))).toMatchObject({ isWhole: false });
  }
});
