import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serverNodeOptions } from '../../tools/bootstrap.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** A program that was started here and is ended here. */
export type Program = {
  readonly pid: number;
  readonly process: ChildProcess;
  readonly origin: string;
  /** Milliseconds from the start until it answered. */
  readonly readyAfter: number;
  /** What it wrote, both streams. */
  readonly output: () => string;
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** A port of loopback below the ones that the system gives to clients: those could connect to themselves. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const port = 21_000 + Math.floor(Math.random() * 9_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(true));
    });
    if (isFree) {
      await new Promise((resolve) => server.close(resolve));
      return port;
    }
  }
  throw new Error('No free port was found.');
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function toldEnd(child: ChildProcess): string {
  return hasEnded(child) ? `ended with ${child.exitCode ?? child.signalCode}` : 'was not ready in time';
}

type Start = {
  /** Of the project's folder. */
  readonly file: string;
  readonly port: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
  /** Of Node itself. */
  readonly nodeOptions?: readonly string[];
  /** Answers 200 once it can serve. */
  readonly ready: string;
};

/** Starts a program of the project and waits until it answers. */
export async function startProgram({
  file,
  port,
  environment = {},
  options = [],
  nodeOptions = [],
  ready,
}: Start): Promise<Program> {
  const start = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, path.join(root, file), ...options], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '/',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data) => (output += String(data)));
  child.stderr.on('data', (data) => (output += String(data)));
  const leave = () => child.kill('SIGTERM');
  process.once('exit', leave);
  child.once('exit', () => process.off('exit', leave));
  const origin = `http://127.0.0.1:${port}`;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!hasEnded(child)) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  while (!(await answers(`${origin}${ready}`))) {
    if (hasEnded(child) || performance.now() - start > 120_000) {
      const how = toldEnd(child);
      await stop('SIGKILL');
      throw new Error(`${file} ${how}:\n${output}`);
    }
    await pause(5);
  }
  return {
    pid: child.pid ?? 0,
    process: child,
    origin,
    readyAfter: performance.now() - start,
    output: () => output,
    stop,
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}

type More = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
};

/** What makes a product sick for --prove: each call computes so long, and so much of it stays in memory. */
export function sickness(milliseconds: number, kilobytes = 0): Required<More> {
  return {
    environment: { SICK_MILLISECONDS: String(milliseconds), SICK_KILOBYTES: String(kilobytes) },
    nodeOptions: ['--import', path.join(root, 'bench/load/sick.ts')],
  };
}

/** Makes a product say what it holds: see `heldMegabytes`. */
export const collecting: readonly string[] = ['--expose-gc', '--import', path.join(root, 'bench/load/collects.ts')];

/** What a product that was started `collecting` holds once what nobody needs is collected, in megabytes. */
export async function heldMegabytes({ process: { pid = 0 }, output }: Program): Promise<number> {
  const said = () => [...output().matchAll(/Held after a collection: (\d+) bytes/g)];
  const before = said().length;
  process.kill(pid, 'SIGUSR2');
  for (let tries = 0; tries < 1_000 && said().length === before; tries += 1) await pause(5);
  return Number(said()[before]?.[1] ?? Number.NaN) / 1_048_576;
}

/** The whole product on a data folder, as `npm start` runs it but without the demo and the web app's build. */
export async function startProduct(dataFolder: string, { environment, nodeOptions = [] }: More = {}): Promise<Program> {
  const port = await freePort();
  return startProgram({
    file: 'server/src/main.ts',
    port,
    environment: { DATA_DIR: dataFolder, DEMO: 'off', RATE_LIMIT_FACTOR: '100000', ...environment },
    nodeOptions: [...serverNodeOptions, ...nodeOptions],
    ready: '/health/ready',
  });
}

/** Resident memory of a process, in megabytes. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

type ProcessTimes = { readonly parent: number; readonly milliseconds: number };

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the name may hold anything, so fields are counted from behind it. */
function timesOf(pid: number | string): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A tick is 10 ms.
    return { parent: Number(fields[1]), milliseconds: (Number(fields[11]) + Number(fields[12])) * 10 };
  } catch {
    // It has ended.
    return undefined;
  }
}

/** Time that a program has computed so far, and all the children of another one (PostgreSQL's), in milliseconds. */
export function computedMilliseconds(pid: number, parent: number): { readonly own: number; readonly database: number } {
  const database = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((times) => times?.parent === parent)
    .reduce((sum, times) => sum + (times?.milliseconds ?? 0), 0);
  return { own: timesOf(pid)?.milliseconds ?? 0, database };
}
