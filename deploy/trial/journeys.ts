import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { environment } from '../../tools/bootstrap.mjs';
import { ports, root, values, within } from './place.ts';

type Stats = {
  readonly expected: number;
  readonly unexpected: number;
  readonly flaky: number;
  readonly skipped: number;
};

type Suite = {
  readonly specs: readonly { readonly file: string; readonly title: string; readonly ok: boolean }[];
  readonly suites?: readonly Suite[];
};

type Played = Stats & {
  /** File and name of each that failed. */
  readonly failed: readonly string[];
};

function failedIn({ specs, suites = [] }: Suite): string[] {
  return [...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(failedIn)];
}

/**
 * Plays the journeys of e2e/ against the deployment; with `stopping` the one that stops and starts its servers.
 * @param files parts of names, where not all are wanted
 */
export async function playJourneys(stopping: boolean, files: readonly string[] = []): Promise<Played> {
  const certificate = path.join(values.TLS, 'fullchain.pem');
  const units = [ports.first, ports.second].map((port) => `sentrywell@${port}`);
  const name = stopping ? 'servers-stop' : 'journeys';
  const report = within(`${name}.json`);
  const pictures = within(`${name}-results`);
  const config = path.join(root, 'e2e/playwright.config.ts');
  const options = ['test', '--config', config, '--reporter=list,json', '--output', pictures, ...files];
  const playing = spawn(path.join(root, 'node_modules/.bin/playwright'), options, {
    cwd: root,
    env: environment({
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      E2E_BASE_URL: values.PUBLIC_URL,
      E2E_CERTIFICATE: certificate,
      NODE_EXTRA_CA_CERTS: certificate,
      E2E_OUTBOXES: [ports.first, ports.second].map((port) => path.join(values.DATA, String(port), 'outbox')).join(':'),
      ...(stopping ? { E2E_SYSTEMCTL: within('bin/systemctl'), E2E_UNITS: units.join(',') } : {}),
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = createWriteStream(within(`${name}.txt`));
  playing.stdout.pipe(said);
  playing.stderr.pipe(said);
  await once(playing, 'close');
  const { stats, suites }: { stats: Stats; suites: readonly Suite[] } = JSON.parse(readFileSync(report, 'utf8'));
  return { ...stats, failed: suites.flatMap(failedIn) };
}
