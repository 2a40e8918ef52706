// Runs each kind of test in turn, on the project's Node, and adds up what they report.
// `npm test -- check machine` runs some kinds only: build, check, embedded, machine, given, journeys.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { machinePrograms } from '../server/src/testing/machine-postgres.ts';
import { nginxProgram, unpackedNginx } from '../server/src/testing/nginx-program.ts';
import { ensureBuilt, environment, root, tell } from './bootstrap.mjs';
import { ensureShell } from './browser.mjs';
import { unpackPackage } from './debian.mjs';

/** Of each failure its name and the first lines of why. @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Count */

const reports = mkdtempSync(path.join(tmpdir(), 'sentrywell-reports-'));
const playwrightConfig = path.join(root, 'e2e/playwright.config.ts');

/**
 * Runs a program of node_modules/.bin with its output on ours.
 * @param {string} program @param {string[]} options @param {Record<string, string>} [more] @returns {Promise<boolean>}
 */
function run(program, options, more) {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(root, 'node_modules/.bin', program), options, {
      cwd: root,
      env: environment(more),
      stdio: 'inherit',
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

/** The tests of two servers need nginx, and on a machine without one are left out. */
function ensureNginx() {
  if (nginxProgram() !== undefined) return;
  if (!unpackPackage('nginx', unpackedNginx, 'the tests of two servers') || nginxProgram() === undefined) {
    tell(
      'This machine has no nginx: the tests of two servers behind one are left out (Debian and Ubuntu: sudo apt-get install nginx).',
    );
  }
}

/** @param {string} name @param {string | undefined} why @returns {string} */
const failure = (name, why = '') =>
  [
    name,
    ...stripVTControlCharacters(why)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, 12),
  ].join('\n    ');

/**
 * A runner that failed without a failed test (a broken setup, a taken port, a crash) is one failure.
 * @param {boolean} succeeded @param {Count} count @param {string} [why] @returns {Count}
 */
const honest = (succeeded, count, why = 'It says above why.') =>
  !succeeded && count.failed === 0
    ? { ...count, failed: 1, failures: [failure('no test failed, but the runner did', why)] }
    : count;

const noReport = () => honest(false, { passed: 0, failed: 0, skipped: 0 });

/** @returns {Promise<Count>} */
async function check() {
  const report = path.join(reports, 'check.json');
  const succeeded = await run('node', ['tools/check.mjs', `--report=${report}`]);
  /** @type {Omit<Count, 'skipped'>} */
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { passed: 0, failed: 0 };
  return honest(succeeded, { ...found, skipped: 0 });
}

/** @param {'embedded' | 'machine' | 'given'} engine @returns {Promise<Count>} */
async function unitAndHttp(engine) {
  const report = path.join(reports, `${engine}.json`);
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const succeeded = await run('vitest', options, { TEST_ENGINE: engine });
  if (!existsSync(report)) return noReport();
  /** @typedef {{ fullName: string, status: string, failureMessages: string[] }} Test */
  /** @typedef {{ name: string, status: string, message: string, assertionResults: Test[] }} TestFile */
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: TestFile[] }} */
  const found = JSON.parse(readFileSync(report, 'utf8'));
  const brokenFiles = found.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  );
  return honest(succeeded, {
    passed: found.numPassedTests,
    failed: found.numFailedTests + brokenFiles.length,
    skipped: found.numPendingTests + found.numTodoTests,
    failures: [
      ...brokenFiles.map(({ name, message }) => failure(path.relative(root, name), message)),
      ...found.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) =>
            failure(`${path.relative(root, name)}: ${fullName}`, failureMessages[0]),
          ),
      ),
    ],
  });
}

/** @returns {Promise<Count>} */
async function journeys() {
  const report = path.join(reports, 'journeys.json');
  const options = ['test', '--config', playwrightConfig, '--reporter=list,json'];
  const succeeded = await run('playwright', options, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    CHROMIUM_PATH: ensureShell(),
  });
  if (!existsSync(report)) return noReport();
  /** @typedef {{ title: string, file: string, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }} Spec */
  /** @typedef {{ specs: Spec[], suites?: Suite[] }} Suite */
  /** @type {Suite & { errors?: { message?: string }[], stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} */
  const { stats, suites = [], errors = [] } = JSON.parse(readFileSync(report, 'utf8'));
  /** @param {Suite} suite @returns {Spec[]} */
  const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
  const count = {
    passed: stats.expected,
    // A journey that passes only when repeated has failed.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites
      .flatMap(specsOf)
      .map(({ title, file, tests }) => ({
        name: `${file}: ${title}`,
        error: tests.flatMap(({ results }) => results).find(({ error }) => error !== undefined)?.error,
      }))
      .filter(({ error }) => error !== undefined)
      .map(({ name, error }) => failure(name, error?.message)),
  };
  return honest(succeeded, count, errors.map(({ message }) => message).join('\n') || undefined);
}

/** @returns {Promise<Count>} */
const build = async () => (ensureBuilt() ? { passed: 1, failed: 0, skipped: 0 } : noReport());

const machine = machinePrograms()[0];
/** @type {{ name: string, title: string, run: (() => Promise<Count>) | undefined, otherwise?: string }[]} */
const stages = [
  { name: 'build', title: 'The web app', run: build },
  { name: 'check', title: 'Rules of the house', run: check },
  { name: 'embedded', title: 'Tests on the embedded PostgreSQL 18', run: () => unitAndHttp('embedded') },
  {
    name: 'machine',
    title: `HTTP tests on this machine's PostgreSQL ${machine?.majorVersion ?? ''}`,
    run: machine && (() => unitAndHttp('machine')),
    otherwise: 'left out: this machine has no PostgreSQL 15 or newer',
  },
  {
    name: 'given',
    title: 'HTTP tests on the PostgreSQL or Citus of TEST_DATABASE_URL',
    run: process.env['TEST_DATABASE_URL'] ? () => unitAndHttp('given') : undefined,
    otherwise: 'left out: none is given (docs/scale.md)',
  },
  {
    name: 'journeys',
    title: 'Journeys in a browser',
    run: existsSync(playwrightConfig) ? journeys : undefined,
    otherwise: 'left out: there are none yet',
  },
];

const engines = ['embedded', 'machine', 'given'];

const wanted = process.argv.slice(2);
const chosen = stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];
// Before the long part: what is missing is better known at once.
if (chosen.some(({ run }) => run === journeys)) ensureShell();
if (chosen.some(({ name, run }) => run !== undefined && engines.includes(name))) ensureNginx();
for (const { title, run: start, otherwise } of chosen) {
  tell(`\n== ${title}${start === undefined ? `: ${otherwise}` : ''}`);
  if (start === undefined) continue;
  const began = Date.now();
  const count = await start();
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  failures.push(...(count.failures ?? []).map((text) => `${title}: ${text}`));
  tell(`== ${title}: ${count.passed} passed, ${count.failed} failed, ${Math.round((Date.now() - began) / 1000)} s`);
}
rmSync(reports, { recursive: true, force: true });
// Once more at the end: a failure stands thousands of lines above it.
for (const text of failures) tell(`\nFailed: ${text}`);
tell(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
