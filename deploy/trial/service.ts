import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { must } from './must.ts';
import { hasSystemd, ports, unitFile, within } from './place.ts';

const told = (program: string, ...words: readonly string[]) => spawnSync(program, words, { encoding: 'utf8' });

/** The process of a server, by its port; 0: none runs. */
export function processOf(port: number): number {
  return Number(
    told(within('bin/systemctl'), 'show', '--property=MainPID', '--value', `sentrywell@${port}`).stdout.trim(),
  );
}

/** systemd reads the unit where it is installed, even on a machine that it does not run. */
export async function verifyUnit(): Promise<string> {
  const unit = within('run', `sentrywell@${ports.first}.service`);
  copyFileSync(unitFile, unit);
  const { status, stderr, error } = told('systemd-analyze', 'verify', unit);
  must(error !== undefined || (status === 0 && stderr === ''), `systemd-analyze verify: ${stderr}`);
  return error === undefined
    ? 'systemd-analyze finds nothing wrong with the unit'
    : 'systemd-analyze is not installed here';
}

/** What the server's process may still write to, of the machine: asked as root in its view of the files. */
function mayWriteTo(id: number, folder: string): boolean {
  return told('nsenter', '-t', String(id), '-m', 'mktemp', '-p', folder).status === 0;
}

/** The sandbox of the unit is around the server, and one that dies is there again. */
export async function lookAtService(): Promise<string> {
  if (!hasSystemd) {
    return 'systemd does not run this machine: the sandbox and the restart of its unit were not looked at';
  }
  const id = processOf(ports.first);
  const open = ['/etc', '/usr', '/var/lib', within('code'), within('config')].filter((folder) =>
    mayWriteTo(id, folder),
  );
  must(open.length === 0, `The server may write to ${open.join(', ')}.`);
  must(mayWriteTo(id, within('data', String(ports.first))), 'The server may not write to its own folder.');
  const status = readFileSync(`/proc/${id}/status`, 'utf8');
  must(/^CapBnd:\t0+$/m.test(status) && /^NoNewPrivs:\t1$/m.test(status), 'The server may gain privileges.');
  process.kill(id, 'SIGKILL');
  const killed = performance.now();
  const isBack = async () =>
    processOf(ports.first) !== id &&
    (await fetch(`http://127.0.0.1:${ports.first}/health/ready`).catch(() => undefined))?.status === 200;
  while (!(await isBack())) {
    must(performance.now() - killed < 60_000, 'A server that was killed did not come back.');
    await wait(100);
  }
  const seconds = ((performance.now() - killed) / 1_000).toFixed(1);
  return `the server may write to its own folder and nowhere else; killed, it answered again after ${seconds} s`;
}
