import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './rules.mjs';
import { screens } from './screens/all.mjs';

/** As the route table writes them: '/org/:id/team'. */
function routes() {
  const source = readFileSync(path.join(root, 'web/src/routes.tsx'), 'utf8');
  return [...source.matchAll(/\b(?:page|screen)\(\s*'([^']+)'/g)].map(([, route = '']) => route);
}

/** @param {string} route */
const patternOf = (route) => (route === '*' ? /^\/no-such-page$/ : new RegExp(`^${route.replace(/:\w+/g, '\\d+')}$`));

test('there is a picture of every route', () => {
  const shown = screens.map((screen) => screen.path({ cedar: 7, fresh: 8 }).replace(/\?.*/, ''));
  expect(routes().length).toBeGreaterThan(25);
  expect(routes().filter((route) => !shown.some((address) => patternOf(route).test(address)))).toEqual([]);
});

test('no two pictures have one name', () => {
  const names = screens.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
