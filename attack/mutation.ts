import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { accessDefects, type AccessRules } from '../server/src/testing/access-table.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import type { Findings } from './target.ts';

const root = path.resolve(import.meta.dirname, '..');
const needed = 0.95;

/** Mutants of contract/src/access.ts against the table written by hand: each in a copy of its folder, in this process. */
async function survivorsOfAccess(
  defectsOf: typeof accessDefects,
): Promise<{ readonly all: number; readonly survived: string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-mutants-'));
  try {
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    cpSync(path.join(root, 'contract/src/permissions.ts'), path.join(folder, 'permissions.ts'));
    const mutants = mutantsOf(readFileSync(path.join(root, 'contract/src/access.ts'), 'utf8'));
    const survived: string[] = [];
    for (const [index, mutant] of mutants.entries()) {
      const file = path.join(folder, `mutant-${index}.ts`);
      writeFileSync(file, mutant.text);
      if (!(await isNoticed(file, defectsOf))) {
        survived.push(`access.ts:${mutant.line}: ${mutant.what}`);
      }
    }
    return { all: mutants.length, survived };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function isNoticed(file: string, defectsOf: typeof accessDefects): Promise<boolean> {
  try {
    const rules: AccessRules = await import(pathToFileURL(file).href);
    return defectsOf(rules).length > 0;
  } catch {
    return true;
  }
}

/** A copy of what the tests of the server need; the packages are shared. */
function houseCopy(): string {
  const house = mkdtempSync(path.join(tmpdir(), 'sentrywell-house-'));
  for (const name of ['server', 'contract', 'db', 'catalogue', 'emulator', 'vitest.config.ts', 'package.json']) {
    cpSync(path.join(root, name), path.join(house, name), {
      recursive: true,
      filter: (from) => !from.includes('node_modules'),
    });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(house, 'node_modules'));
  mkdirSync(path.join(house, 'web'), { recursive: true });
  return house;
}

/** @returns whether the tests pass in the house. */
function passes(house: string, files: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('node', [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--bail', '1', ...files], {
      cwd: house,
      stdio: 'ignore',
      env: { ...process.env, TEST_ENGINE: 'embedded' },
    });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** The direct test first; what it does not notice is given to the whole matrix. */
const testsInTurn = [
  ['server/src/testing/authorize.test.ts'],
  ['server/src/testing/matrix.test.ts', 'server/src/features/account/second-factor.test.ts'],
] as const;

async function survives(house: string, mutant: Mutant): Promise<boolean> {
  writeFileSync(path.join(house, 'server/src/kernel/authorize.ts'), mutant.text);
  for (const files of testsInTurn) {
    if (!(await passes(house, files))) {
      return false;
    }
  }
  return true;
}

async function survivorsOfAuthorize(): Promise<{ readonly all: number; readonly survived: string[] }> {
  const mutants = mutantsOf(readFileSync(path.join(root, 'server/src/kernel/authorize.ts'), 'utf8'));
  const queue = [...mutants];
  const survived: string[] = [];
  const work = async (): Promise<void> => {
    const house = houseCopy();
    try {
      if (!(await passes(house, testsInTurn[0]))) {
        throw new Error('The tests fail without any mutant; nothing can be said about mutants.');
      }
      for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
        if (await survives(house, mutant)) {
          survived.push(`authorize.ts:${mutant.line}: ${mutant.what}`);
        }
      }
    } finally {
      rmSync(house, { recursive: true, force: true });
    }
  };
  await Promise.all([work(), work()]);
  return { all: mutants.length, survived };
}

type Survivors = { readonly all: number; readonly survived: readonly string[] };

function judged(parts: readonly Survivors[]): Findings {
  const all = parts.reduce((sum, part) => sum + part.all, 0);
  const survived = parts.flatMap((part) => part.survived);
  const share = all === 0 ? 0 : (all - survived.length) / all;
  const words = survived.length === 0 ? '' : `; not noticed: ${survived.join(' | ')}`;
  return {
    checked: all,
    of: `changes, ${(share * 100).toFixed(1)} % noticed${words}`,
    defects: share >= needed ? [] : survived,
  };
}

/** At least 95 of 100 small changes of the two modules that decide who may must be noticed by their tests. */
export async function mutation(): Promise<Findings> {
  return judged(await Promise.all([survivorsOfAccess(accessDefects), survivorsOfAuthorize()]));
}

/** With a table that notices nothing: what `--prove` plants. */
export async function mutationUnnoticed(): Promise<Findings> {
  return judged([await survivorsOfAccess(() => [])]);
}
