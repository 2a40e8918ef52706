import { mkdtempSync } from 'node:fs';
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
  env['E2E_DATA_DIR'] ??= mkdtempSync(path.join(tmpdir(), 'sentrywell-e2e-'));
  return { PORT: port, DATA_DIR: env['E2E_DATA_DIR'] };
}

/** Where mails are kept instead of being sent: each server of a deployment has a folder (E2E_OUTBOXES, separated as in PATH). */
export function outboxes(): readonly string[] {
  return env['E2E_OUTBOXES']?.split(path.delimiter) ?? [path.join(env['E2E_DATA_DIR'] ?? '', 'outbox')];
}
