import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const version = '13.5.0';
const home = path.resolve(import.meta.dirname, '../../node_modules/.cache/sentrywell', `lighthouse-${version}`);
const program = path.join(home, 'node_modules/lighthouse/cli/index.js');

export type Kind = 'performance' | 'accessibility' | 'best-practices' | 'seo';

/** What stands in the report under these keys. */
function at(report: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((part, key) => new Map(entriesOf(part)).get(key), report);
}

function entriesOf(part: unknown): readonly (readonly [string, unknown])[] {
  return typeof part === 'object' && part !== null ? Object.entries(part) : [];
}

/** Lighthouse is fetched when it is first wanted and stays out of the lockfile: 150 packages for one measurement. */
export function fetchLighthouse(): void {
  if (existsSync(program)) {
    return;
  }
  mkdirSync(home, { recursive: true });
  const options = ['install', '--prefix', home, '--no-audit', '--no-fund', '--no-save', `lighthouse@${version}`];
  const { status, stderr } = spawnSync('npm', options, { encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`Lighthouse could not be installed:\n${stderr}`);
  }
}

export type Scores = Readonly<Record<Kind, number>> & { readonly weak: readonly string[] };

/** One run on the phone that Lighthouse simulates (a slow processor on slow 4G), its usual setting, or on a desktop. */
export async function runLighthouse(url: string, device: 'phone' | 'desktop', browserPath: string): Promise<Scores> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-lighthouse-'));
  try {
    const file = path.join(folder, 'report.json');
    const flags = ['--headless=new', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
    await repeatedOnce(
      [
        program,
        url,
        '--quiet',
        // A picture of the whole page, which nobody looks at here.
        '--disable-full-page-screenshot',
        '--output=json',
        `--output-path=${file}`,
        `--chrome-flags=${flags.join(' ')}`,
        ...(device === 'desktop' ? ['--preset=desktop'] : []),
      ],
      { ...process.env, CHROME_PATH: browserPath },
    );
    return scoresOf(readReport(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** On a busy machine Chromium's recording sometimes lacks its beginning, and Lighthouse asks to be run again. */
async function repeatedOnce(command: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const once = () => run(process.execPath, command, { env, timeout: 120_000 });
  await once().catch((error: unknown) => {
    if (!String(error).includes('Please run Lighthouse again')) throw error;
    return once();
  });
}

function readReport(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function scoresOf(report: unknown): Scores {
  const of = (kind: Kind) => Math.round(Number(at(report, 'categories', kind, 'score')) * 100);
  const weak = entriesOf(at(report, 'audits'))
    .map(([name, audit]) => ({ name, score: at(audit, 'score'), shown: at(audit, 'displayValue') }))
    .filter(({ score }) => typeof score === 'number' && score < 0.9)
    .map(({ name, shown }) => (typeof shown === 'string' && shown !== '' ? `${name} (${shown})` : name));
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best-practices': of('best-practices'),
    seo: of('seo'),
    weak,
  };
}
