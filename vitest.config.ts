import { defineConfig } from 'vitest/config';

// The second run, on the PostgreSQL of the machine, repeats only what the database's version can change.
const onMachine = process.env['TEST_ENGINE'] === 'machine';
const server = 'server/src/**/*.test.ts';
const others = [
  'contract/src/**/*.test.ts',
  'catalogue/**/*.test.ts',
  'emulator/**/*.test.ts',
  'web/src/**/*.test.{ts,tsx}',
  'tools/*.test.mjs',
];

const sameOnAnyDatabase = [
  'server/src/kernel/embedded-postgres.test.ts',
  'server/src/main.test.ts',
  'server/src/features/auth/sign-in-time.test.ts',
];

export default defineConfig({
  test: {
    include: onMachine ? [server] : [server, ...others],
    exclude: ['**/node_modules/**', ...(onMachine ? sameOnAnyDatabase : [])],
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
