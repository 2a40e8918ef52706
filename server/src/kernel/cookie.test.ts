import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { buildWorld } from '../testing/world.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-cookie-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['http://localhost:3000', true],
  ['https://app.sentrywell.example', false],
])('a server at %s says in its log that the cookie goes without __Host-: %s', async (publicUrl, says) => {
  const logFile = path.join(folder, `${String(says)}.log`);
  const world = await buildWorld({ logFile, environment: { LOG_LEVEL: 'info', PUBLIC_URL: publicUrl } });
  await world.kernel.app.inject({ url: '/health/live', headers: { host: 'localhost:3000' } });
  await nextTurn();
  const text = readFileSync(logFile, 'utf8');
  expect(text).toContain('/health/live');
  expect(text.includes('the cookie of sessions is \\"sid\\", without the prefix __Host-')).toBe(says);
});
