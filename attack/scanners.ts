import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Findings, Target } from './target.ts';

const notInstalled = (name: string): Findings => ({
  checked: 0,
  of: '',
  defects: [],
  skipped: `${name} is not installed (Debian: apt-get install ${name})`,
});

function find(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .concat('/usr/bin')
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

/** Runs a program to its end, or ends it. @returns what it said. */
function run(program: string, options: readonly string[], limitMs: number): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'] });
    const limit = setTimeout(() => child.kill('SIGTERM'), limitMs);
    child.stdout.on('data', (data) => (said += String(data)));
    child.stderr.on('data', (data) => (said += String(data)));
    child.on('error', () => resolve(said));
    child.on('close', () => {
      clearTimeout(limit);
      resolve(said);
    });
  });
}

/** sqlmap, signed in, at the calls that bring a person's text to the database. */
export async function sqlmap(target: Target): Promise<Findings> {
  const program = find('sqlmap');
  if (program === undefined) {
    return notInstalled('sqlmap');
  }
  const cookie = await target.signIn('mspAdmin');
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-sqlmap-'));
  const shared = [
    '--batch',
    '--disable-coloring',
    '--flush-session',
    '--dbms=PostgreSQL',
    '--technique=BEU',
    '--level=2',
    '--threads=2',
    '--timeout=10',
    `--output-dir=${folder}`,
    `--cookie=sid=${cookie}`,
    `--headers=Origin: ${target.origin}`,
  ];
  const places = [
    { at: '/api/auth/search?q=cedar', parameter: 'q', more: [] },
    { at: '/api/msp-service/msp/audit-logs?search=cedar', parameter: 'search', more: [] },
    {
      at: '/api/auth/login',
      parameter: 'email',
      more: ['--data={"email":"admin@lakeside.example","password":"not the password"}', '--ignore-code=401'],
    },
  ];
  try {
    const reports = await Promise.all(
      places.map(async ({ at, parameter, more }) => ({
        at,
        said: await run(program, ['-u', `${target.origin}${at}`, '-p', parameter, ...shared, ...more], 150_000),
      })),
    );
    const defects = reports.flatMap(({ at, said }) => {
      if (/identified the following injection point|is vulnerable|appears to be '.*' injectable/i.test(said)) {
        return [`${at}: sqlmap got in: ${/Payload: .*/.exec(said)?.[0] ?? ''}`];
      }
      // A scan that could not begin proves nothing.
      return /tested parameters do not appear to be injectable|does not seem to be injectable/.test(said)
        ? []
        : [`${at}: sqlmap did not finish: ${said.slice(-200)}`];
    });
    return { checked: places.length, of: 'places of input', defects };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is no hole: https on loopback, and two headers that the Content-Security-Policy has replaced. */
const noHole = /Strict-Transport-Security|Secure flag|Unencrypted|X-Frame-Options|X-XSS-Protection/i;

type WapitiReport = {
  readonly vulnerabilities: Readonly<Record<string, readonly { readonly path: string; readonly info: string }[]>>;
};

function findingsOf({ vulnerabilities }: WapitiReport): Findings {
  const kinds = Object.entries(vulnerabilities);
  const defects = kinds.flatMap(([kind, ones]) =>
    ones.filter(({ info }) => !noHole.test(`${kind} ${info}`)).map(({ path: at, info }) => `${kind}: ${at}: ${info}`),
  );
  return { checked: kinds.length, of: 'kinds of holes', defects: [...new Set(defects)] };
}

export async function wapiti(target: Target): Promise<Findings> {
  const program = find('wapiti');
  if (program === undefined) {
    return notInstalled('wapiti');
  }
  const cookie = await target.signIn('mspAdmin');
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-wapiti-'));
  const file = path.join(folder, 'report.json');
  const starts = [
    '/api/auth/search?q=a',
    '/api/msp-service/msp/audit-logs?search=a&page=1',
    '/api/msp-service/msp/tenants',
    '/oauth-error?message=a',
    '/register/org?token=a',
  ];
  try {
    const said = await run(
      program,
      [
        '-u',
        `${target.origin}/`,
        ...starts.flatMap((start) => ['-s', `${target.origin}${start}`]),
        '--scope',
        'folder',
        '-m',
        'sql,xss,exec,file,redirect,crlf,ssrf,csp,http_headers,cookieflags',
        '--max-scan-time',
        '90',
        '--max-attack-time',
        '15',
        '-t',
        '5',
        '-H',
        `Cookie: sid=${cookie}`,
        '--flush-session',
        '--no-bugreport',
        '-f',
        'json',
        '-o',
        file,
      ],
      150_000,
    );
    if (!existsSync(file)) {
      return { checked: 0, of: '', defects: [`wapiti did not finish: ${said.slice(-300)}`] };
    }
    const report: WapitiReport = JSON.parse(readFileSync(file, 'utf8'));
    return findingsOf(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
