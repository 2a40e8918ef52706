import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildApp } from './app.ts';
import { prepareDataFolder } from './kernel/data-folder.ts';
import { openDatabase } from './kernel/database.ts';
import type { Kernel } from './kernel/kernel.ts';
import { serveMetrics } from './kernel/metrics.ts';
import { readSecrets } from './kernel/secrets.ts';
import { asListenFailure, wordsOf } from './kernel/start-failure.ts';
import { demoSignInLines, prepareDemo } from './demo/demo.ts';
import { environment, readSecretTexts, readSettings, type Settings } from './settings.ts';
import { startDatabase } from './start-database.ts';

const webFolder = path.resolve(import.meta.dirname, '../../web/dist');
const stopSeconds = 15;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Starts everything in order and stops it in the opposite one. `production`: no demo, every secret must be given. */
async function main(production: boolean, stops: (() => Promise<unknown>)[]): Promise<void> {
  const fromEnvironment = readSettings(environment);
  const configured: Settings = production ? { ...fromEnvironment, demo: 'off' } : fromEnvironment;
  prepareDataFolder(configured.dataFolder);
  const secrets = readSecrets(readSecretTexts(environment, configured, production));
  stopOnSignal(stops);

  const started = await startDatabase(configured, secrets, say);
  stops.unshift(started.stop);
  const demo = await prepareDemo({ settings: configured, secrets, started, onProgress: say });
  stops.unshift(demo.stop);

  const { settings } = demo;
  const log = production ? undefined : path.join(settings.dataFolder, 'server.log');
  const warn = (details: object, message: string) => kernel?.app.log.warn(details, message);
  let kernel: Kernel | undefined;
  const database = openDatabase({
    connection: started.app,
    connections: settings.databaseConnections,
    log: { warn },
    slowQueryMs: settings.slowQueryMs,
  });
  stops.unshift(database.close);
  kernel = await buildApp({
    settings,
    secrets,
    database,
    ...(existsSync(webFolder) ? { webFolder } : {}),
    ...(log === undefined ? {} : { logFile: log }),
  });
  const { app, jobs } = kernel;
  await listen(kernel);
  jobs.start();
  // At the same time: each may take most of the time that there is.
  stops.unshift(() => Promise.all([app.close(), jobs.stop()]));
  if (settings.metrics !== undefined) {
    const served = await listenForMetrics(kernel, settings.metrics);
    stops.unshift(served.stop);
    app.log.info(`Metrics at port ${served.port} of ${settings.metrics.host}`);
  }

  say(`Sentrywell is ready at ${settings.publicUrl}`);
  for (const line of demoSignInLines(demo)) {
    say(line);
  }
}

async function listen({ app, settings: { host, port } }: Kernel): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw asListenFailure(error, { host, port, hostSetting: 'HOST', portSetting: 'PORT' });
  }
}

async function listenForMetrics({ metrics }: Kernel, where: { host: string; port: number }) {
  try {
    return await serveMetrics(metrics, where);
  } catch (error) {
    throw asListenFailure(error, { ...where, hostSetting: 'METRICS_HOST', portSetting: 'METRICS_PORT' });
  }
}

async function stopAll(stops: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const stop of stops) {
    await stop();
  }
}

/** Ctrl-C and SIGTERM: no new requests, let the running ones finish, close the database, and leave. */
function stopOnSignal(stops: readonly (() => Promise<unknown>)[]): void {
  let stopping = false;
  const stop = () => {
    if (stopping) {
      return;
    }
    stopping = true;
    setTimeout(() => process.exit(1), stopSeconds * 1_000).unref();
    stopAll(stops).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

const stops: (() => Promise<unknown>)[] = [];
try {
  await main(process.argv.includes('--serve'), stops);
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  await stopAll(stops).catch(() => undefined);
  process.exit(1);
}
