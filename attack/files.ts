import type { Findings, Target } from './target.ts';

const wanted = [
  '/etc/passwd',
  'package.json',
  'secrets.json',
  '.git/config',
  'server.log',
  'settings.ts',
  '.env',
  'PG_VERSION',
];
const ways = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '....//',
  '%252e%252e%252f',
  '..%c0%af',
  '/./../',
];
const plain = [
  '/.git/HEAD',
  '/.git/config',
  '/.env',
  '/.npmrc',
  '/package.json',
  '/server/src/main.ts',
  '/data/secrets.json',
  '/secrets.json',
  '/assets/',
  '/assets',
  '/pages.json.map',
  '/.well-known/../package.json',
  '/metrics',
  '/debug',
  '/server-status',
  '/.DS_Store',
];

const inside = /root:[x*]?:0:0|"workspaces"|PASSWORD_PEPPER|\[core\]|ref: refs\/|from 'node:|"level":30|Index of/;

/** Nothing but the built web app leaves the server as a file. */
export async function files(target: Target): Promise<Findings> {
  const climbing = wanted.flatMap((file) =>
    ways.flatMap((way) =>
      ['/', '/assets/', '/api/'].flatMap((base) =>
        [1, 3, 8].map((depth) => `${base}${way.repeat(depth)}${file.replace(/^\//, '')}`),
      ),
    ),
  );
  const defects: string[] = [];
  for (const at of [...climbing, ...plain]) {
    const { status, text, headers } = await target.ask({ path: at });
    const isApp = String(headers['content-type']).startsWith('text/html') && text.includes('<div id="root"');
    if (inside.test(text) || (status < 400 && !isApp)) {
      defects.push(`${at} answered ${status}: ${text.slice(0, 60)}`);
    }
  }
  return { checked: climbing.length + plain.length, of: 'addresses', defects };
}
