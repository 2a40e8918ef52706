import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const { env } = process;
const port = env['E2E_PORT'] ?? '3210';

/** A deployment that runs already (E2E_BASE_URL), with the demo's data, the emulator for Google and no mail server. */
export const deployment = env['E2E_BASE_URL'];

/** Where the product is: of a deployment, or of a demo that the journeys start for themselves. */
export const baseURL = deployment ?? `http://localhost:${port}`;

/** What the started demo gets. The workers find the same folder. */
export function demoSettings(): { readonly PORT: string; readonly DATA_DIR: string } {
  env['E2E_DATA_DIR'] ??= ownFolder();
  return { PORT: port, DATA_DIR: env['E2E_DATA_DIR'] };
}

/** Gone with the process that began the journeys: by then it has stopped the demo. */
function ownFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  return folder;
}

/** Where mails are kept instead of being sent: each server of a deployment has a folder (E2E_OUTBOXES, separated as in PATH). */
export function outboxes(): readonly string[] {
  return env['E2E_OUTBOXES']?.split(path.delimiter) ?? [path.join(env['E2E_DATA_DIR'] ?? '', 'outbox')];
}
