import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './rules.mjs';

/** Listens where the journeys want their product to be. @param {number} port @returns {Promise<void>} */
async function take(port) {
  const server = createServer((_request, response) => response.end());
  await /** @type {Promise<void>} */ (new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)));
  onTestFinished(() => /** @type {Promise<void>} */ (new Promise((resolve) => server.close(() => resolve()))));
}

/** @param {string[]} stages @param {Record<string, string>} environment @returns {Promise<{ code: number | null, out: string }>} */
function runTests(stages, environment) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['tools/run-tests.mjs', ...stages], {
      cwd: root,
      // As if started by hand: not within a run of tests.
      env: { ...process.env, VITEST: '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    child.stdout.on('data', (data) => (out += String(data)));
    child.stderr.on('data', (data) => (out += String(data)));
    child.on('close', (code) => resolve({ code, out }));
  });
}

test('a runner that fails before its first test is named at the end, with its reason', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-run-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  await take(port);
  const { code, out } = await runTests(['journeys'], {
    E2E_PORT: String(port),
    E2E_DATA_DIR: folder,
    // No browser is started; that one is there is asked first.
    CHROMIUM_PATH: process.execPath,
  });
  expect(code).toBe(1);
  const [, end = ''] = out.split('== Journeys in a browser: 0 passed, 1 failed');
  expect(end).toContain('Failed: Journeys in a browser: no test failed, but the runner did');
  expect(end).toContain(`http://localhost:${port}/health/ready is already used`);
  expect(end).toContain('0 passed, 1 failed');
});
