import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileGroups } from './file-groups.ts';

const root = path.resolve(import.meta.dirname, '..');

// One that was moved would leave its group without a word.
test.each(fileGroups)('each file of the group $name exists', ({ files }) => {
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('no file is in two groups', () => {
  const all = fileGroups.flatMap(({ files }) => files);
  expect(all).toHaveLength(new Set(all).size);
});
