import { chmodSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { browserLaunch } from './browser-launch.ts';
import { baseURL, demoSettings, deployment } from './target.ts';

/**
 * Journeys in a real browser against the product as `npm start` runs it: built web app, embedded database, demo data, the
 * emulator of Google Workspace. Every run has a data folder of its own. With E2E_BASE_URL they are played against a deployment
 * instead (docs/deployment.md, `npm run trial`), and with E2E_SYSTEMCTL they stop and start its servers.
 */
function ownDemo() {
  const settings = demoSettings();
  // As root the database runs as another account, which has to pass through.
  chmodSync(settings.DATA_DIR, 0o711);
  return {
    command: 'node ../tools/start.mjs',
    url: `${baseURL}/health/ready`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    // Many people sign in from one address here.
    env: { ...settings, RATE_LIMIT_FACTOR: '1000' },
  } as const;
}

const serversStop = 'servers-stop.e2e.ts';

/** Multiplies what a journey waits for, on a machine that has other work. */
const patience = Number(process.env['E2E_PATIENCE'] ?? 1);

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  projects:
    process.env['E2E_SYSTEMCTL'] === undefined
      ? [
          // The demo's own figures, before any journey adds an organization or approves somebody.
          { name: 'untouched', testMatch: 'figures.e2e.ts' },
          {
            name: 'journeys',
            testMatch: '*.e2e.ts',
            testIgnore: ['figures.e2e.ts', serversStop],
            dependencies: ['untouched'],
          },
        ]
      : [{ name: 'servers stop', testMatch: serversStop }],
  retries: 0,
  timeout: 60_000 * patience,
  expect: { timeout: 10_000 * patience },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: process.env['CI'] === undefined ? 'list' : 'line',
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Told by its name what was waited for, where a journey as a whole may take longer.
    actionTimeout: 45_000 * patience,
    launchOptions: browserLaunch(),
  },
  ...(deployment === undefined ? { webServer: ownDemo() } : {}),
});
