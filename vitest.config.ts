import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'contract/src/**/*.test.ts',
      'server/src/**/*.test.ts',
      'catalogue/**/*.test.ts',
      'emulator/**/*.test.ts',
      'web/src/**/*.test.{ts,tsx}',
      'tools/*.test.mjs',
    ],
    environment: 'node',
    // One test server of PostgreSQL serves all files; each file gets databases of its own.
    globalSetup: 'server/src/testing/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
