import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describedCalls } from './calls.ts';
import type { Ask, Findings, Reply, Target } from './target.ts';

const everywhere: readonly (readonly [string, RegExp])[] = [
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^no-referrer$/],
  ['permissions-policy', /camera=\(\)/],
  ['content-security-policy', /frame-ancestors 'none'/],
];
const ofTheApi: readonly (readonly [string, RegExp])[] = [
  ['content-security-policy', /^default-src 'none'; frame-ancestors 'none'$/],
  ['cache-control', /^no-store$/],
  ['cross-origin-resource-policy', /^same-site$/],
];
const policyParts = [
  "default-src 'none'",
  "script-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
];

const never = ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-credentials'];

function missing(reply: Reply, wanted: readonly (readonly [string, RegExp])[]): string[] {
  return wanted
    .filter(([name, pattern]) => !pattern.test(String(reply.headers[name] ?? '')))
    .map(([name]) => `${name} is ${String(reply.headers[name])}`);
}

function defectsOfDocument(reply: Reply, at: string): string[] {
  const policy = String(reply.headers['content-security-policy'] ?? '');
  const opener = /^\/oauth-(success|error)/.test(at) ? 'unsafe-none' : 'same-origin-allow-popups';
  return [
    ...policyParts.filter((part) => !policy.includes(part)).map((part) => `the policy lacks ${part}`),
    ...(/script-src[^;]*('unsafe|https?:|\*|data:|blob:)/.test(policy) ? ['the policy lets foreign script in'] : []),
    ...(reply.headers['cross-origin-opener-policy'] === opener ? [] : ['cross-origin-opener-policy is wrong']),
    ...(reply.headers['cache-control'] === 'no-cache' ? [] : ['a document may be cached']),
    ...(/<script(?![^>]*\ssrc=)|\son\w+=|javascript:/i.test(reply.text) ? ['inline script in the document'] : []),
  ];
}

function defectsOfCookie(reply: Reply): string[] {
  const set = reply.headers['set-cookie'] ?? [];
  return set
    .filter((cookie) => !/; HttpOnly/i.test(cookie) || !/; SameSite=Lax/i.test(cookie) || !/; Path=\//.test(cookie))
    .map((cookie) => `a cookie without its walls: ${cookie.replace(/=[^;]*/, '=…')}`);
}

function defectsOfType(type: string): string[] {
  const needsCharset = /^(text\/|application\/json)/.test(type);
  return needsCharset && !/charset=utf-8/i.test(type) ? [`${type} without a charset`] : [];
}

function defectsOf(reply: Reply, { path: at }: Ask): string[] {
  const type = String(reply.headers['content-type'] ?? '');
  const isDocument = type.startsWith('text/html');
  const isApi = /^\/(api|health)\//.test(at);
  return [
    ...missing(reply, everywhere),
    ...(isApi ? missing(reply, ofTheApi) : []),
    ...(isDocument ? defectsOfDocument(reply, at) : []),
    ...(isApi && isDocument ? ['the API answered with a document'] : []),
    ...(reply.text !== '' && type === '' ? ['an answer without a type'] : []),
    ...defectsOfType(type),
    ...never.filter((name) => reply.headers[name] !== undefined).map((name) => `${name} is there`),
    ...defectsOfCookie(reply),
  ];
}

/** Every call in each of the statuses that it can be brought to, and every page. */
async function asks(target: Target): Promise<Ask[]> {
  const admin = await target.signIn('mspAdmin');
  const low = await target.signIn('employee');
  const calls = await describedCalls(target);
  const json = { origin: target.origin, 'content-type': 'application/json' };
  const ofCalls = calls.flatMap(({ method, path: pattern }): Ask[] => {
    const at = pattern.replace(/\{\w+\}/g, '1');
    if (method === 'GET') {
      return [
        { path: at },
        { path: at, cookie: admin },
        { path: at, cookie: low },
        { path: `${at}?x=${'y'.repeat(300)}`, cookie: admin },
      ];
    }
    const isLogout = at.endsWith('/logout');
    return [
      { method, path: at, headers: json, body: '{"no":1}' },
      { method, path: at, headers: { ...json, origin: 'https://evil.example' }, body: '{}', cookie: admin },
      { method, path: at, headers: { origin: target.origin }, body: '{}', cookie: admin },
      { method, path: at, headers: json, body: `"${'x'.repeat(70_000)}"`, cookie: isLogout ? undefined : admin },
      { method, path: at, headers: json, body: '{', cookie: isLogout ? undefined : low },
      { method, path: at, headers: json, body: '{"no":1}', cookie: isLogout ? undefined : low },
    ];
  });
  const pages = [
    '/',
    '/login',
    '/register/msp',
    '/msp/dashboard',
    '/org/1/sra',
    '/oauth-success?uuid=x',
    '/oauth-error',
    '/nothing/here',
    '/x.php',
  ];
  const odd = [
    '/api',
    '/api/',
    '/api/none',
    '/health/live',
    '/health/ready',
    '/%',
    '/%00',
    '/api/%',
    '//api/auth/me',
    '/assets/none.js',
  ];
  const foreign: Ask[] = ['/', '/api/auth/me', '/health/live'].map((at) => ({
    path: at,
    headers: { host: 'evil.example' },
  }));
  return [...ofCalls, ...foreign, ...[...pages, ...odd, ...builtFiles()].map((at) => ({ path: at }))];
}

function builtFiles(): string[] {
  const folder = path.resolve(import.meta.dirname, '../web/dist');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.html'))
    .map((entry) => `/${path.relative(folder, path.join(entry.parentPath, entry.name))}`);
}

export async function headers(target: Target): Promise<Findings> {
  const defects = new Map<string, string>();
  const statuses = new Map<number, number>();
  let checked = 0;
  for (const ask of await asks(target)) {
    const reply = await target.ask(ask);
    checked += 1;
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    for (const defect of defectsOf(reply, ask)) {
      defects.set(
        `${reply.status} ${defect}`,
        `${ask.method ?? 'GET'} ${ask.path.slice(0, 80)} (${reply.status}): ${defect}`,
      );
    }
  }
  const seen = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status}×${count}`);
  return { checked, of: `answers: ${seen.join(' ')}`, defects: [...defects.values()] };
}
