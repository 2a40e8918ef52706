import { createServer, type Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database.ts';
import type { Jobs } from './jobs.ts';

/**
 * What Prometheus reads, in its text format, at a port of its own. Nothing here names a person, a tenant or an id: routes are
 * counted by their pattern, and what no route answered counts as one.
 */
export type Metrics = {
  readonly text: () => Promise<string>;
  /** A mail was given up: nobody tries again. */
  readonly mailGivenUp: () => void;
  readonly stop: () => void;
};

const bucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
type Route = { readonly counts: Map<number, number>; readonly buckets: number[]; sum: number; count: number };

type Parts = { readonly app: FastifyInstance; readonly database: Database; readonly jobs: Jobs };

/** Counts from now on every answer of the app. */
export function createMetrics({ app, database, jobs }: Parts): Metrics {
  const routes = new Map<string, Route>();
  let mailsGivenUp = 0;
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  app.addHook('onResponse', async (request, reply) => {
    const labels = labelsOf(request.method, request.routeOptions.url);
    const route = routes.get(labels) ?? { counts: new Map(), buckets: bucketsSeconds.map(() => 0), sum: 0, count: 0 };
    routes.set(labels, route);
    observe(route, reply.statusCode, reply.elapsedTime / 1_000);
  });
  return {
    text: async () => {
      const lines = [
        ...requestLines(routes),
        ...poolLines(database),
        ...(await jobLines(jobs)),
        ...head(
          'mails_given_up_total',
          'counter',
          'Mails that this server gave up: refused for good, or three days old.',
        ),
        `mails_given_up_total ${mailsGivenUp}`,
        ...lagLines(lag),
        ...processLines(),
      ];
      lag.reset();
      return `${lines.join('\n')}\n`;
    },
    mailGivenUp: () => void (mailsGivenUp += 1),
    stop: () => void lag.disable(),
  };
}

function labelsOf(method: string, pattern: string | undefined): string {
  // The app's document answers every address of the browser: one route.
  const route = pattern ?? 'none';
  return `method="${method}",route="${route.replace(/["\\\n]/g, '_')}"`;
}

function observe(route: Route, status: number, seconds: number): void {
  route.counts.set(status, (route.counts.get(status) ?? 0) + 1);
  route.count += 1;
  route.sum += seconds;
  for (const [index, limit] of bucketsSeconds.entries()) {
    if (seconds <= limit) {
      route.buckets[index] = (route.buckets[index] ?? 0) + 1;
    }
  }
}

const head = (name: string, type: 'counter' | 'gauge' | 'histogram', help: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function requestLines(routes: ReadonlyMap<string, Route>): string[] {
  const duration = 'http_request_duration_seconds';
  return [
    ...head('http_requests_total', 'counter', 'Answers by route and status.'),
    ...[...routes].flatMap(([labels, { counts }]) =>
      [...counts].map(([status, count]) => `http_requests_total{${labels},status="${status}"} ${count}`),
    ),
    ...head(duration, 'histogram', 'From the first byte of a request to the last of its answer.'),
    ...[...routes].flatMap(([labels, { buckets, sum, count }]) => [
      ...bucketsSeconds.map((limit, index) => `${duration}_bucket{${labels},le="${limit}"} ${buckets[index] ?? 0}`),
      `${duration}_bucket{${labels},le="+Inf"} ${count}`,
      `${duration}_sum{${labels}} ${sum.toFixed(6)}`,
      `${duration}_count{${labels}} ${count}`,
    ]),
  ];
}

function poolLines(database: Database): string[] {
  const { open, idle, waiting } = database.use();
  return [
    ...head('database_connections', 'gauge', 'Connections of this server.'),
    `database_connections{state="used"} ${open - idle}`,
    `database_connections{state="idle"} ${idle}`,
    ...head('database_waiting', 'gauge', 'Requests that wait for a connection.'),
    `database_waiting ${waiting}`,
  ];
}

/** While the database is away these are left out: a missing figure is better than a wrong one. */
async function jobLines(jobs: Jobs): Promise<string[]> {
  const counted = await jobs.count().catch(() => undefined);
  if (counted === undefined) {
    return [...head('database_up', 'gauge', 'Whether the database answered.'), 'database_up 0'];
  }
  return [
    ...head('database_up', 'gauge', 'Whether the database answered.'),
    'database_up 1',
    ...head('jobs_waiting', 'gauge', 'Background jobs that are due and that no server runs yet.'),
    `jobs_waiting ${counted.due}`,
    ...head('jobs_failing', 'gauge', 'Background jobs that failed at least once and will be tried again.'),
    `jobs_failing ${counted.failing}`,
    ...head('mails_delayed', 'gauge', 'Mails that could not be sent yet.'),
    `mails_delayed ${counted.delayedMails}`,
  ];
}

function lagLines(lag: ReturnType<typeof monitorEventLoopDelay>): string[] {
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0).toFixed(6);
  return [
    ...head('event_loop_lag_seconds', 'gauge', 'How late timers ran since the last reading.'),
    `event_loop_lag_seconds{quantile="0.5"} ${seconds(lag.percentile(50))}`,
    `event_loop_lag_seconds{quantile="0.99"} ${seconds(lag.percentile(99))}`,
    `event_loop_lag_seconds{quantile="1"} ${seconds(lag.max)}`,
  ];
}

function processLines(): string[] {
  const { user, system } = process.cpuUsage();
  return [
    ...head('process_resident_memory_bytes', 'gauge', 'Memory of the process.'),
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    ...head('process_cpu_seconds_total', 'counter', 'Processor time of the process.'),
    `process_cpu_seconds_total ${((user + system) / 1e6).toFixed(3)}`,
    ...head('process_uptime_seconds', 'gauge', 'Since the process began.'),
    `process_uptime_seconds ${process.uptime().toFixed(0)}`,
  ];
}

/** Serves `GET /metrics` and nothing else. @returns how to stop it, and where it listens. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.requestTimeout = 5_000;
  await listening(server, { host, port });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function listening(server: Server, where: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => resolve());
  });
}
