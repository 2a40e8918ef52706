import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { z } from 'zod';

const program = createRequire(import.meta.url).resolve('autocannon');

const report = z.object({
  requests: z.object({ average: z.number(), total: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number(), max: z.number() }),
  throughput: z.object({ average: z.number(), total: z.number() }),
  duration: z.number(),
  errors: z.number(),
  timeouts: z.number(),
  non2xx: z.number(),
  '2xx': z.number(),
});
export type CannonReport = {
  readonly requests: number;
  readonly perSecond: number;
  readonly bytesPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Anything but an answer of 200 to 299. */
  readonly failures: number;
};

export type Shot = {
  readonly url: string;
  readonly cookie?: string;
  readonly connections: number;
  readonly seconds: number;
};

/** Loads a server for some seconds from a process of its own, so that making requests takes nothing from either server. */
export async function fire({ url, cookie, connections, seconds }: Shot): Promise<CannonReport> {
  const headers = cookie === undefined ? [] : ['--headers', `cookie=sid=${cookie}`];
  const options = ['--json', '--connections', String(connections), '--duration', String(seconds), ...headers, url];
  const child = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let errors = '';
  child.stdout.on('data', (data) => (out += String(data)));
  child.stderr.on('data', (data) => (errors += String(data)));
  await once(child, 'close');
  if (!out.startsWith('{')) {
    throw new Error(`The load generator failed:\n${errors}`);
  }
  const read = report.parse(JSON.parse(out));
  return {
    requests: read.requests.total,
    perSecond: read.requests.total / read.duration,
    bytesPerSecond: read.throughput.average,
    p50: read.latency.p50,
    p99: read.latency.p99,
    failures: read.errors + read.timeouts + read.non2xx,
  };
}
