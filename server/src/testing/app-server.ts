import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const program = path.resolve(import.meta.dirname, '../main.ts');

/** A server of the product as `npm run serve` runs it, in a process of its own, on a port that the tests choose. */
export type AppServer = {
  readonly port: number;
  readonly start: () => Promise<void>;
  /** SIGTERM, and waits for its end. */
  readonly stop: () => Promise<void>;
  /** What it wrote so far. */
  readonly said: () => string;
};

export function appServer(port: number, environment: Readonly<Record<string, string>>): AppServer {
  let child: ChildProcess | undefined;
  let said = '';
  const isReady = async (): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    return answer?.status === 200;
  };
  return {
    port,
    start: async () => {
      const starting = spawn(process.execPath, [program, '--serve'], {
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          PORT: String(port),
          LOG_LEVEL: 'warn',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = starting;
      starting.stdout.on('data', (data) => (said += String(data)));
      starting.stderr.on('data', (data) => (said += String(data)));
      for (let tries = 0; tries < 150; tries += 1) {
        if (starting.exitCode !== null) {
          break;
        }
        if (await isReady()) {
          return;
        }
        await wait(200);
      }
      starting.kill('SIGKILL');
      throw new Error(`The server on port ${port} did not start: ${said.slice(-1_000)}`);
    },
    stop: async () => {
      const running = child;
      child = undefined;
      if (running === undefined || running.exitCode !== null) {
        return;
      }
      await new Promise<void>((resolve) => {
        running.once('exit', () => resolve());
        running.kill('SIGTERM');
      });
    },
    said: () => said,
  };
}
