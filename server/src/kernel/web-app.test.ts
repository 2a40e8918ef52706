import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
import { createHttp } from './http.ts';
import { webApp } from './web-app.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-web-'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(path.join(folder, 'pages.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function policyOf(address: string): Promise<string[]> {
  const app = createHttp(readSettings({ LOG_LEVEL: 'silent' }));
  await webApp({ app }, folder);
  const { headers } = await app.inject({ url: address, headers: { host: 'localhost:3000' } });
  await app.close();
  return String(headers['content-security-policy']).split('; ');
}

test.each([
  ['https://api.sentrywell.example', "connect-src 'self' https://api.sentrywell.example"],
  ['', "connect-src 'self'"],
])('pages that were built to find the API at %j may ask it, and nobody else', async (apiHost, rule) => {
  writeFileSync(path.join(folder, 'api-host.txt'), apiHost);
  expect(await policyOf('/login')).toContain(rule);
});

test('pages of a build that does not say where the API is ask their own origin alone', async () => {
  expect(await policyOf('/login')).toContain("connect-src 'self'");
});

test('pages take scripts and styles from files of their own origin, and none that is written into a document', async () => {
  const policy = await policyOf('/login');
  expect(policy).toContain("style-src 'self'");
  expect(policy).toContain("script-src 'self'");
});
