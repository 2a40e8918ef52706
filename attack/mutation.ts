import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { accessDefects, type AccessRules } from '../server/src/testing/access-table.ts';
import { newHouse, root, runTests } from './house.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import type { Findings } from './target.ts';

const needed = 0.95;

type Survivors = { readonly all: number; readonly survived: readonly string[] };

/** Mutants of contract/src/access.ts against the table written by hand: each in a copy of its folder, in this process. */
async function survivorsOfAccess(defectsOf: typeof accessDefects): Promise<Survivors> {
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

/**
 * Mutants of server/src/kernel/authorize.ts: each stands beside the original in a copy of the project, and has a copy of the direct
 * test that asks it instead. A mutant counts as noticed when a rule failed, not when a file could not be run.
 */
async function survivorsOfAuthorize(textOf: (mutant: Mutant, source: string) => string): Promise<Survivors> {
  const house = newHouse();
  try {
    const at = (...names: string[]) => path.join(house.folder, 'server/src', ...names);
    const source = readFileSync(at('kernel/authorize.ts'), 'utf8');
    const test = readFileSync(at('testing/authorize.test.ts'), 'utf8');
    const place = (name: string, text: string) => {
      writeFileSync(at('kernel', `${name}.ts`), text);
      writeFileSync(at('testing', `${name}.test.ts`), test.replace('/authorize.ts', `/${name}.ts`));
    };
    const mutants = mutantsOf(source);
    place('mutant-none', source);
    for (const [index, mutant] of mutants.entries()) place(`mutant-${index}`, textOf(mutant, source));
    const said = await runTests(house.folder, 'testing/mutant-');
    const failedFor = (name: string | number): number => {
      const { passed = [], failed = [] } = said.get(`mutant-${name}.test.ts`) ?? {};
      if (passed.length + failed.length === 0) throw new Error(`The test of mutant ${name} could not be run.`);
      return failed.length;
    };
    if (failedFor('none') > 0) {
      throw new Error('The tests fail without any mutant; nothing can be said about mutants.');
    }
    const survived = mutants.filter((_, index) => failedFor(index) === 0);
    return { all: mutants.length, survived: survived.map(({ line, what }) => `authorize.ts:${line}: ${what}`) };
  } finally {
    house.remove();
  }
}

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
  return judged([await survivorsOfAccess(accessDefects), await survivorsOfAuthorize(({ text }) => text)]);
}

/** With a table that notices nothing, and tests that are given the original: what `--prove` plants. */
export async function mutationUnnoticed(): Promise<Findings> {
  return judged([await survivorsOfAccess(() => []), await survivorsOfAuthorize((_, source) => source)]);
}
