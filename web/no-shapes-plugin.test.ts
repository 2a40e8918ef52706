import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { describe, expect, test } from 'vitest';
import { noShapes } from './no-shapes-plugin.ts';

const folder = path.resolve(import.meta.dirname, '../contract/src');
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

/** What a file of the contract exports, as the server loads it or as the browser does. */
async function load<Exported>(file: string, where: 'server' | 'browser'): Promise<Exported> {
  const { module } = await runnerImport<Exported>(path.join(folder, file), {
    root: folder,
    logLevel: 'silent',
    plugins: where === 'browser' ? [noShapes()] : [],
    // Otherwise Node itself would be asked for it, and no plugin.
    environments: { inline: { resolve: { noExternal: ['zod'] } } },
  });
  return module;
}

/** Method and path of everything that is a call, and whatever else is no shape. */
function plainOf(exported: unknown): unknown {
  return JSON.parse(JSON.stringify(exported, (_key, value: unknown) => (isShape(value) ? undefined : value)));
}

function isShape(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '_zod' in value);
}

describe('the contract in a browser', () => {
  test.each(files)('%s says the same without shapes', async (file) => {
    expect(plainOf(await load(file, 'browser'))).toEqual(plainOf(await load(file, 'server')));
  });

  test('whoever would check by a shape there is told', async () => {
    const { email } = await load<{ email: { parse: (text: string) => unknown } }>('shapes.ts', 'browser');
    expect(() => email.parse('a@b.example')).toThrow('The browser has no shapes to check by');
  });
});
