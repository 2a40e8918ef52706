import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { noShapes } from './no-shapes-plugin.ts';

const folder = path.resolve(import.meta.dirname, '../contract/src');
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

type Exported = Readonly<Record<string, Readonly<Record<string, unknown>>>> & {
  readonly 'shapes.ts': { readonly email: { readonly parse: (text: string) => unknown } };
};

/** Files of the contract and what they export, as the server loads them or as the browser does. */
async function loadAll(where: 'server' | 'browser'): Promise<Exported> {
  const all: Plugin = {
    name: 'the-whole-contract',
    resolveId: (source) => (source === 'the-whole-contract' ? source : undefined),
    load: (id) =>
      id === 'the-whole-contract'
        ? `${files.map((file, index) => `import * as file${index} from '${path.join(folder, file)}';`).join('')}
          export const exported = {${files.map((file, index) => `'${file}': file${index}`).join()}};`
        : undefined,
  };
  const { module } = await runnerImport<{ exported: Exported }>('the-whole-contract', {
    root: folder,
    logLevel: 'silent',
    plugins: where === 'browser' ? [all, noShapes()] : [all],
    // Otherwise Node itself would be asked for it, and no plugin.
    environments: { inline: { resolve: { noExternal: ['zod'] } } },
  });
  return module.exported;
}

/** Method and path of everything that is a call, and whatever else is no shape. */
function plainOf(exported: unknown): unknown {
  return JSON.parse(JSON.stringify(exported, (_key, value: unknown) => (isShape(value) ? undefined : value)));
}

function isShape(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '_zod' in value);
}

describe('the contract in a browser', () => {
  let inServer: Exported;
  let inBrowser: Exported;
  beforeAll(async () => {
    [inServer, inBrowser] = await Promise.all([loadAll('server'), loadAll('browser')]);
  });

  test.each(files)('%s says the same without shapes', (file) => {
    expect(inServer[file]).toBeDefined();
    expect(plainOf(inBrowser[file])).toEqual(plainOf(inServer[file]));
  });

  test('whoever would check by a shape there is told', () => {
    const { email } = inBrowser['shapes.ts'];
    expect(() => email.parse('a@b.example')).toThrow('The browser has no shapes to check by');
  });
});
