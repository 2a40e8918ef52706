import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';

/**
 * Journeys in a real browser against the product as `npm start` runs it: built web app, embedded database, demo data, the
 * emulator of Google Workspace. Every run has a data folder of its own.
 */
const port = Number(process.env['E2E_PORT'] ?? 3210);
const dataFolder = process.env['E2E_DATA_DIR'] ?? mkdtempSync(path.join(tmpdir(), 'sentrywell-e2e-'));
// As root the database runs as another account, which has to pass through.
chmodSync(dataFolder, 0o711);
process.env['E2E_DATA_DIR'] = dataFolder;
process.env['E2E_PORT'] = String(port);

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  projects: [
    // The demo's own figures, before any journey adds an organization or approves somebody.
    { name: 'untouched', testMatch: 'figures.e2e.ts' },
    { name: 'journeys', testMatch: '*.e2e.ts', testIgnore: 'figures.e2e.ts', dependencies: ['untouched'] },
  ],
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: process.env['CI'] === undefined ? 'list' : 'line',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: 'node ../tools/start.mjs',
    url: `http://localhost:${port}/health/ready`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    env: {
      PORT: String(port),
      DATA_DIR: dataFolder,
      // Many people sign in from one address here.
      RATE_LIMIT_FACTOR: '1000',
    },
  },
});
