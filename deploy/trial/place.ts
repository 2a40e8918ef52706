import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
const firstPort = Number(process.env['TRIAL_PORT'] ?? '21300');
const cluster = `trial_${firstPort}`;

/** Whether systemd runs this machine, as sd_booted(3) asks: then it runs the servers, with the unit's sandbox. */
export const hasSystemd = existsSync('/run/systemd/system');

/**
 * Where the trial deploys to: a folder of its own, a cluster of PostgreSQL of its own, ports of its own. A sandbox has a folder for
 * temporary files of its own too, so what systemd starts stands elsewhere.
 */
export const folder = path.join(hasSystemd ? '/opt' : tmpdir(), `sentrywell-trial-${process.pid}`);
export const within = (...names: readonly string[]) => path.join(folder, ...names);
export const transcript = within('transcript.txt');
export const ports = { first: firstPort + 1, second: firstPort + 2, loader: firstPort + 5, emulator: firstPort + 90 };

/** The values of the guide's first block. */
export const values = {
  NAME: 'localhost',
  PUBLIC_URL: `https://localhost:${firstPort + 43}`,
  HTTP: `127.0.0.1:${firstPort + 80}`,
  HTTPS: `127.0.0.1:${firstPort + 43}`,
  FIRST: String(ports.first),
  SECOND: String(ports.second),
  SOURCE: `file://${within('source.git')}`,
  VERSION: 'v1',
  ADMIN: 'first@example.com',
  // Without a mail server mails are kept as files, where the journeys read them.
  SMTP_URL: '',
  MAIL_FROM: 'Sentrywell <no-reply@example.com>',
  GOOGLE_CLIENT_ID: 'trial.apps.emulator.example',
  GOOGLE_CLIENT_SECRET: 'of-the-emulator-only',
  ACCOUNT: `sentrywell-${firstPort}`,
  CODE: within('code'),
  CONFIG: within('config'),
  DATA: within('data'),
  BACKUPS: within('backups'),
  TLS: within('config/tls'),
  SITE: within('nginx/sites-enabled/sentrywell'),
  UNITS: hasSystemd ? '/etc/systemd/system' : within('units'),
  PG_VERSION: '15',
  PG_CLUSTER: cluster,
  PG_PORT: String(firstPort + 10),
} as const;

export const unitFile = path.join(values.UNITS, 'sentrywell@.service');

function command(program: string, words: readonly string[], cwd = folder): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  }
  return stdout;
}

/** Two versions to deploy: this commit, and one with a migration more. */
function makeSource(): void {
  const next = within('next');
  command('git', ['clone', '-q', root, next]);
  const git = (...words: readonly string[]) =>
    command('git', ['-c', 'user.name=trial', '-c', 'user.email=', ...words], next);
  git('tag', 'v1');
  writeFileSync(
    path.join(next, 'db/migrations/9000-trial.sql'),
    'create table trial_of_an_upgrade (id integer primary key)\n',
  );
  git('add', 'db/migrations');
  git('commit', '-q', '-m', 'A version with a migration more');
  git('tag', 'v2');
  command('git', ['clone', '-q', '--bare', next, within('source.git')]);
}

function program(name: string, text: string): void {
  writeFileSync(within('bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

/** Debian's nginx.conf with this folder's sites, so that another nginx of the machine is not touched. */
function nginxSettings(): string {
  return readFileSync('/etc/nginx/nginx.conf', 'utf8')
    .replace('/run/nginx.pid', within('run/nginx.pid'))
    .replaceAll('/var/log/nginx', within('run'))
    .replace('/etc/nginx/sites-enabled', within('nginx/sites-enabled'));
}

/** nginx is another than the machine's own, so it is the stand-in's in any case. */
function systemctlHere(): string {
  const file = path.join(import.meta.dirname, 'systemctl.ts');
  const standIn = `TRIAL_DIR='${folder}' exec '${process.execPath}' '${file}' "$@"`;
  return hasSystemd ? `case "$*" in *nginx) ${standIn};; esac\nexec /usr/bin/systemctl "$@"` : standIn;
}

/** Makes the folder and the stand-ins for what the machine may lack. @returns the environment of the session. */
export function prepare(): NodeJS.ProcessEnv {
  // The accounts of the database and of the servers have to pass through.
  mkdirSync(folder, { mode: 0o711 });
  for (const name of ['bin', 'run', 'units', 'nginx/sites-enabled']) {
    mkdirSync(within(name), { recursive: true });
  }
  makeSource();
  writeFileSync(within('nginx/nginx.conf'), nginxSettings());
  program('systemctl', systemctlHere());
  program('nginx', `exec /usr/sbin/nginx -c '${within('nginx/nginx.conf')}' "$@"`);
  return {
    PATH: `${within('bin')}:${withoutOurs(process.env['PATH'] ?? '')}`,
    HOME: process.env['HOME'] ?? '/root',
    LANG: 'C.UTF-8',
  };
}

/** The machine's programs only: the guide's reader has no folder of packages in the path. */
const withoutOurs = (search: string) =>
  search
    .split(path.delimiter)
    .filter((place) => !place.includes('node_modules'))
    .join(path.delimiter);

/** Why the trial cannot be held here; undefined where it can. */
export function obstacle(): string | undefined {
  const needed = [
    '/usr/bin/pg_createcluster',
    `/usr/lib/postgresql/${values.PG_VERSION}/bin/postgres`,
    '/usr/sbin/nginx',
  ];
  const missing = needed.filter((file) => !existsSync(file));
  if (process.getuid?.() !== 0) {
    return 'the guide is followed as root';
  }
  if (missing.length > 0) {
    return `this machine lacks ${missing.join(', ')} (Debian 12)`;
  }
  const present = [`/etc/postgresql/${values.PG_VERSION}/${cluster}`, unitFile].find((file) => existsSync(file));
  return present === undefined ? undefined : `${present} is there already`;
}

/** Ends what the trial started and takes away what it made, except for the folder where it is wanted. */
export function clearAway(keepsFolder: boolean): void {
  const quietly = (name: string, ...words: readonly string[]) => spawnSync(name, words, { stdio: 'ignore' });
  for (const port of [ports.first, ports.second]) {
    quietly(within('bin/systemctl'), 'disable', '--now', `sentrywell@${port}`);
  }
  rmSync(unitFile, { force: true });
  quietly(within('bin/systemctl'), 'daemon-reload');
  if (existsSync(within('run/nginx.pid'))) {
    quietly(within('bin/nginx'), '-s', 'quit');
  }
  quietly('pg_dropcluster', '--stop', values.PG_VERSION, cluster);
  // What is not the packages' own it leaves: the guide's settings, and the cluster as it was before going back in time.
  const [settings, data] = ['/etc/postgresql', '/var/lib/postgresql'].map(
    (place) => `${place}/${values.PG_VERSION}/${cluster}`,
  );
  quietly('sh', '-c', `rm -rf ${settings} ${data}.before-restore-*`);
  quietly('userdel', values.ACCOUNT);
  if (!keepsFolder) {
    rmSync(folder, { recursive: true, force: true });
  }
}
