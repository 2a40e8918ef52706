import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * What the guide asks of `systemctl`, for machines that systemd does not run: a service is started from its unit file with the
 * unit's account, folder, environment, file mask, no new privileges and no capabilities. The sandbox of file systems and the
 * restart after a crash are systemd's own and are not played here.
 */
const folder = process.env['TRIAL_DIR'] ?? '';
const units = path.join(folder, 'units');
const [command = '', ...words] = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith('--'));

function settingsOf(unit: string): (key: string) => readonly string[] {
  const [, template = '', instance = ''] = /^(.+@)(.+)$/.exec(unit) ?? [];
  const lines = readFileSync(path.join(units, `${template}.service`), 'utf8')
    .replaceAll('%i', instance)
    .split('\n');
  return (key) => lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
}

/** `NAME=value` or `NAME="value"`, as systemd.exec(5) has them. */
function assignments(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value.replace(/^"(.*)"$/, '$1')]];
    }),
  );
}

const processFile = (unit: string) => path.join(folder, 'run', `${unit}.pid`);

function processOf(unit: string): number | undefined {
  const file = processFile(unit);
  const id = existsSync(file) ? readFileSync(file, 'utf8') : '0';
  const state = existsSync(`/proc/${id}/stat`) ? readFileSync(`/proc/${id}/stat`, 'utf8') : ') Z';
  // One that has ended and was not yet collected runs no more.
  return state.includes(') Z') ? undefined : Number(id);
}

function start(unit: string): void {
  if (processOf(unit) !== undefined) {
    return;
  }
  const setting = settingsOf(unit);
  const [account = '', mask = '0022', cwd = '/', execution = ''] = [
    'User',
    'UMask',
    'WorkingDirectory',
    'ExecStart',
  ].map((key) => setting(key)[0]);
  const files = setting('EnvironmentFile').flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const own = setting('Environment').flatMap((line) => line.split(' '));
  const log = openSync(path.join(folder, 'run', `${unit}.log`), 'a');
  const limits = [`--reuid=${account}`, `--regid=${account}`, '--init-groups', '--no-new-privs', '--bounding-set=-all'];
  const script = `umask ${mask}; exec ${execution}`;
  const child = spawn('setpriv', [...limits, 'sh', '-c', script], {
    cwd,
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...assignments([...own, ...files]) },
    stdio: ['ignore', log, log],
    detached: true,
  });
  child.unref();
  writeFileSync(processFile(unit), String(child.pid));
}

async function stop(unit: string): Promise<void> {
  const id = processOf(unit);
  if (id !== undefined) {
    const seconds = Number(settingsOf(unit)('TimeoutStopSec')[0] ?? '90');
    process.kill(id, 'SIGTERM');
    for (const end = Date.now() + seconds * 1_000; processOf(unit) === id; await wait(50)) {
      if (Date.now() > end) {
        process.kill(id, 'SIGKILL');
        throw new Error(`${unit} did not stop within ${seconds} seconds.`);
      }
    }
  }
  rmSync(processFile(unit), { force: true });
}

const show = (unit: string) => process.stdout.write(`${processOf(unit) ?? 0}\n`);
const isRunning = (unit: string) => process.stdout.write(`${processOf(unit) === undefined ? 'inactive' : 'active'}\n`);
const restart = async (unit: string) => {
  await stop(unit);
  start(unit);
};

function reloadNginx(): void {
  const file = path.join(folder, 'run', 'nginx.pid');
  // Looking at its settings already makes the file, without a process in it.
  const runs = existsSync(file) && readFileSync(file, 'utf8') !== '';
  const { status } = spawnSync('nginx', runs ? ['-s', 'reload'] : [], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

const actions: Readonly<Record<string, (unit: string) => unknown>> = {
  enable: start,
  start,
  stop,
  disable: stop,
  restart,
  // Asked for `--property=MainPID --value` alone.
  show,
  'is-active': isRunning,
  'reload-or-restart': reloadNginx,
};
if (command !== 'daemon-reload') {
  const action = actions[command];
  if (action === undefined) {
    throw new Error(`The trial does not know "systemctl ${command}".`);
  }
  for (const name of names) {
    await action(name);
  }
}
