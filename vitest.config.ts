import { defineConfig } from 'vitest/config';

// A run on the PostgreSQL of the machine, or on a given server, repeats only what the database can change.
const onOther = ['machine', 'given'].includes(process.env['TEST_ENGINE'] ?? '');
const server = 'server/src/**/*.test.ts';
const others = [
  'contract/src/**/*.test.ts',
  'catalogue/**/*.test.ts',
  'emulator/**/*.test.ts',
  'web/*.test.ts',
  'web/src/**/*.test.{ts,tsx}',
  'tools/*.test.mjs',
];

/** They start the embedded PostgreSQL themselves, or ask none. */
const sameOnAnyDatabase = [
  'server/src/features/audit-log/killed-writers.test.ts',
  'server/src/kernel/embedded-postgres.test.ts',
  'server/src/main.test.ts',
  'server/src/features/auth/sign-in-time.test.ts',
];

/** They put something in the place of a module, which has to be done before anybody has read it. */
const inProcessOfTheirOwn = [
  'server/src/features/auth/throttle.test.ts',
  'server/src/features/registration/redemption.test.ts',
  'server/src/features/sra/google-pace.test.ts',
];

const never = ['**/node_modules/**', ...(onOther ? sameOnAnyDatabase : [])];

export default defineConfig({
  test: {
    environment: 'node',
    // One test server of PostgreSQL serves all files; each file gets databases of its own.
    globalSetup: 'server/src/testing/global-setup.ts',
    setupFiles: 'server/src/testing/each-file.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Likewise: what comes by and by may come late on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          // Files follow each other in two processes, which read the product and its libraries once: a third of the time.
          name: 'one after the other',
          isolate: false,
          include: onOther ? [server] : [server, ...others],
          exclude: [...never, ...inProcessOfTheirOwn],
        },
      },
      { extends: true, test: { name: 'alone', include: inProcessOfTheirOwn, exclude: never } },
    ],
  },
});
