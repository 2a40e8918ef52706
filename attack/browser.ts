import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { createServer } from 'node:http';
import { testSwitches } from '../tools/browser.mjs';
import type { Account, Findings, Target } from './target.ts';

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: testSwitches,
  });
}

async function signedIn(browser: Browser, target: Target, account: Account): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: target.origin });
  const value = await target.signIn(account);
  await context.addCookies([
    { name: 'sid', value, domain: 'localhost', path: '/', httpOnly: true, sameSite: 'Lax', secure: false },
  ]);
  return context;
}

const payload = '<img src=x onerror="window.hurt=1"><svg onload="window.hurt=1">\'"{{7*7}}';

/** Puts markup wherever a person's own words are shown to others. */
async function plant(target: Target): Promise<string[]> {
  const msp = await target.signIn('mspAdmin');
  const { text } = await target.ask({ path: '/api/msp-service/msp/tenants', cookie: msp });
  const { tenants }: { tenants: readonly { id: number; domainName: string }[] } = JSON.parse(text);
  const [first] = tenants;
  if (first === undefined) {
    throw new Error('The demo has no organization.');
  }
  const replies = [
    await target.write(
      `/api/organization-service/organizations/${first.id}`,
      { name: payload, domainName: first.domainName },
      msp,
    ),
    await target.write('/api/msp-service/msp/profile', { name: payload }, msp),
  ];
  const failed = replies.filter(({ status }) => status >= 300);
  if (failed.length === replies.length) {
    throw new Error(`Nothing could be planted: ${failed.map(({ text: words }) => words).join(' ')}`);
  }
  return [
    '/',
    '/login',
    '/register/org',
    '/msp/dashboard',
    '/msp/tenants',
    '/msp/team',
    '/msp/auditlogs',
    '/msp/billing',
    '/settings',
    `/org/${first.id}/dashboard`,
    `/org/${first.id}/team`,
    `/org/${first.id}/audit-logs`,
    `/org/${first.id}/sra`,
    '/oauth-error?message=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
    '/unauthorized',
    '/none',
  ];
}

type Watch = { readonly page: Page; readonly defects: string[] };

function watch(page: Page, target: Target, defects: string[]): Watch {
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== target.origin) {
      defects.push(`${new URL(page.url()).pathname} asked ${url.origin}`);
    }
  });
  page.on('console', (message) => {
    if (/content security policy|trusted type/i.test(message.text())) {
      defects.push(`${new URL(page.url()).pathname}: ${message.text().slice(0, 160)}`);
    }
  });
  page.on('pageerror', (error) => defects.push(`${new URL(page.url()).pathname} threw ${error.message.slice(0, 120)}`));
  return { page, defects };
}

async function visit({ page, defects }: Watch, at: string): Promise<void> {
  await page.goto(at, { waitUntil: 'networkidle', timeout: 30_000 });
  // A page that is not there runs nothing and violates nothing.
  const isShown = await page
    .locator('#root > *')
    .first()
    .waitFor({ state: 'attached', timeout: 30_000 })
    .then(
      () => true,
      () => false,
    );
  if (!isShown) {
    defects.push(`${at} showed nothing`);
  }
  if (await page.evaluate('window.hurt === 1')) {
    defects.push(`${at} ran what a person had written`);
  }
  const stopped = await page.evaluate(
    `(() => { try { document.body.insertAdjacentHTML('beforeend', '<b></b>'); return false; } catch { return true; } })()`,
  );
  if (stopped !== true) {
    defects.push(`${at} lets script write markup: Trusted Types are off`);
  }
}

const visitors: readonly Account[] = ['mspAdmin', 'orgAdmin'];

/** Every page with markup planted in names: no script runs, no policy is violated, nobody else is asked. */
export async function browserChecks(target: Target): Promise<Findings> {
  const pages = await plant(target);
  const browser = await launch();
  const defects: string[] = [];
  const walk = async (account: Account): Promise<void> => {
    const context = await signedIn(browser, target, account);
    const watched = watch(await context.newPage(), target, defects);
    for (const at of pages) {
      await visit(watched, at);
    }
    await context.close();
  };
  try {
    await Promise.all(visitors.map(walk));
  } finally {
    await browser.close();
  }
  const checked = pages.length * visitors.length;
  return { checked, of: 'pages', defects: [...new Set(defects)].filter((defect) => !isOwnProbe(defect)) };
}

/** The probe for Trusted Types is reported by the browser as a violation; it is ours. */
function isOwnProbe(defect: string): boolean {
  return /insertAdjacentHTML|This document requires 'TrustedHTML' assignment/.test(defect);
}

type Shape = { readonly name: string; readonly script: string };

/** What a foreign page can make a browser send while the victim is signed in. */
function shapesFor(origin: string): readonly Shape[] {
  const profile = `${origin}/api/msp-service/msp/profile`;
  const logout = `${origin}/api/auth/logout`;
  const json = `'{"name":"Taken over"}'`;
  const form = (action: string, kind: string, fields: string) =>
    `(() => { const f = document.createElement('form'); f.method = 'POST'; f.action = '${action}'; f.enctype = '${kind}'; f.target = 'sink'; f.innerHTML = ${JSON.stringify(fields)}; document.body.append(f); f.submit(); })()`;
  const fetching = (url: string, options: string) =>
    `fetch('${url}', { method: 'POST', credentials: 'include', ${options} }).catch(() => 0)`;
  return [
    {
      name: 'a form',
      script: form(profile, 'application/x-www-form-urlencoded', '<input name="name" value="Taken over">'),
    },
    {
      name: 'a form of text',
      script: form(profile, 'text/plain', `<input name='{"name":"Taken over","x":"' value='"}'>`),
    },
    {
      name: 'a form with parts',
      script: form(profile, 'multipart/form-data', '<input name="name" value="Taken over">'),
    },
    { name: 'a form to sign out', script: form(logout, 'text/plain', '') },
    { name: 'fetch of text', script: fetching(profile, `mode: 'no-cors', body: ${json}`) },
    {
      name: 'fetch with a JSON blob',
      script: fetching(profile, `mode: 'no-cors', body: new Blob([${json}], { type: 'application/json' })`),
    },
    {
      name: 'fetch with a preflight',
      script: fetching(profile, `headers: { 'content-type': 'application/json' }, body: ${json}`),
    },
    { name: 'fetch to sign out', script: fetching(logout, `mode: 'no-cors'`) },
    {
      name: 'a beacon',
      script: `navigator.sendBeacon('${profile}', new Blob([${json}], { type: 'application/json' }))`,
    },
    { name: 'a beacon of text', script: `navigator.sendBeacon('${profile}', ${json})` },
  ];
}

const readings = (origin: string): readonly Shape[] => [
  {
    name: 'reading by fetch',
    script: `fetch('${origin}/api/auth/me', { credentials: 'include' }).then((r) => r.text(), () => '')`,
  },
  {
    name: 'reading by frame',
    script: `new Promise((done) => { const f = document.createElement('iframe'); f.src = '${origin}/msp/dashboard'; f.onload = () => { try { done(f.contentDocument?.body?.innerText ?? ''); } catch { done(''); } }; document.body.append(f); setTimeout(() => done(''), 3000); })`,
  },
  {
    name: 'reading as script',
    script: `new Promise((done) => { const s = document.createElement('script'); s.src = '${origin}/api/auth/me'; s.onload = () => done('a script that loaded'); s.onerror = () => done(''); document.body.append(s); setTimeout(() => done(''), 3000); })`,
  },
];

/** Two foreign pages, one on another site and one on another port of our own, against a browser that is signed in. */
export async function csrf(target: Target): Promise<Findings> {
  const attacker = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><iframe name="sink"></iframe>'),
  );
  await new Promise<void>((resolve) => attacker.listen(target.port + 7, '127.0.0.1', () => resolve()));
  const browser = await launch();
  const defects: string[] = [];
  let checked = 0;
  try {
    const context = await signedIn(browser, target, 'mspAdmin');
    const before = await profileOf(context, target);
    for (const home of [`http://127.0.0.1:${target.port + 7}`, `http://localhost:${target.port + 7}`]) {
      const page = await context.newPage();
      await page.goto(home);
      for (const { name, script } of shapesFor(target.origin)) {
        await page.evaluate(script);
        await page.waitForTimeout(150);
        checked += 1;
        const after = await profileOf(context, target);
        if (after !== before) {
          defects.push(`${name} from ${home} worked: ${before.slice(0, 60)} became ${after.slice(0, 60)}`);
        }
      }
      for (const { name, script } of readings(target.origin)) {
        const read: unknown = await page.evaluate(script);
        checked += 1;
        if (typeof read === 'string' && read !== '') {
          defects.push(`${name} from ${home} brought ${read.slice(0, 60)}`);
        }
      }
      await page.close();
    }
  } finally {
    await browser.close();
    attacker.close();
  }
  return { checked, of: 'foreign requests', defects };
}

/** The victim's own view: the name that the forged writes want to change, and whether the session still stands. */
async function profileOf(context: BrowserContext, target: Target): Promise<string> {
  const reply = await context.request.get(`${target.origin}/api/msp-service/msp/profile`);
  return `${reply.status()} ${await reply.text()}`;
}
