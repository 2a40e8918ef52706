// npm run screenshots: every screen and state of a fresh demo as a picture in screenshots/: desktop, phone, and desktop in the dark.
// `npm run screenshots -- sra team` takes those whose file's name contains one of the words. `--at=http://localhost:3000` takes them from
// a product that runs already. `--product` renews the two pictures of the product on the landing page, of which README.md shows one:
// made a third as large afterwards by `convert <picture> +dither -colors 255 PNG8:<picture>`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureInstalled, environment, root, tell } from './bootstrap.mjs';
import { browserSwitches, ensureBrowser } from './browser.mjs';
import { demoAccounts, demoPassword } from './demo-accounts.mjs';
import { screens } from './screens/all.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').BrowserContextOptions} ContextOptions */
/** @typedef {import('./screens/screen.mjs').Screen} Screen */
/** @typedef {import('./screens/screen.mjs').Places} Places */

const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith('--'));
const running = given.find((word) => word.startsWith('--at='))?.slice('--at='.length);
const folder = path.join(root, 'screenshots');
const port = Number(process.env['SCREENSHOTS_PORT'] ?? 3220);

const desktop = { width: 1440, height: 900 };
/** @type {Record<string, ContextOptions>} */
const looks = {
  desktop: { viewport: desktop, colorScheme: 'light' },
  phone: {
    viewport: { width: 375, height: 812 },
    colorScheme: 'light',
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
  dark: { viewport: desktop, colorScheme: 'dark' },
};

/** A demo of its own in a folder that goes when it stops. */
async function startDemo() {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'sentrywell-screenshots-'));
  chmodSync(dataFolder, 0o711);
  const child = spawn('node', ['tools/start.mjs'], {
    cwd: root,
    env: environment({ PORT: String(port), DATA_DIR: dataFolder, RATE_LIMIT_FACTOR: '1000' }),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(dataFolder, { recursive: true, force: true });
  };
  const origin = `http://localhost:${port}`;
  for (const limit = Date.now() + 180_000; ; await pause(250)) {
    const answer = await fetch(`${origin}/health/ready`).catch(() => undefined);
    if (answer?.ok === true) return { origin, stop };
    if (child.exitCode !== null || Date.now() > limit) {
      await stop();
      throw new Error('The demo did not start; the lines above say why.');
    }
  }
}

/** @param {Browser} browser @param {string} origin */
async function signInEverybody(browser, origin) {
  /** @type {Map<string, import('@playwright/test').BrowserContextOptions['storageState']>} */
  const sessions = new Map();
  for (const email of new Set(screens.flatMap(({ person }) => (person === undefined ? [] : [person])))) {
    const context = await browser.newContext({ extraHTTPHeaders: { origin } });
    const answer = await context.request.post(`${origin}/api/auth/login`, { data: { email, password: demoPassword } });
    if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
    sessions.set(email, await context.storageState());
    await context.close();
  }
  return sessions;
}

/** @param {Browser} browser @param {string} origin @param {ContextOptions['storageState']} admin @returns {Promise<Places>} */
async function findPlaces(browser, origin, admin) {
  const context = await browser.newContext(admin === undefined ? {} : { storageState: admin });
  const answer = await context.request.get(`${origin}/api/msp-service/msp/tenants`);
  /** @type {{ tenants: { id: number, name: string, score: number | null }[] }} */
  const { tenants } = await answer.json();
  await context.close();
  const cedar = tenants.find(({ name }) => name === 'Cedar Clinic');
  const fresh = tenants.find(({ score }) => score === null);
  if (cedar === undefined || fresh === undefined)
    throw new Error('The demo has no Cedar Clinic, or no organization that was not assessed.');
  return { cedar: cedar.id, fresh: fresh.id };
}

/** @param {import('@playwright/test').Page} page @param {Screen} screen */
async function settle(page, { isWaiting }) {
  await page.waitForLoadState(isWaiting === true ? 'load' : 'networkidle');
  await page.locator('#root > *').first().waitFor();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  if (isWaiting === true) {
    await pause(1000);
  } else {
    const unfilled = page.locator('.breathe:not(.animate-none), [aria-busy="true"]');
    await unfilled
      .first()
      .waitFor({ state: 'detached' })
      .catch(() => undefined);
    await pause(300);
  }
}

const browserPath = ensureBrowser();
ensureInstalled();
const { chromium } = await import('@playwright/test');
const demo = running === undefined ? await startDemo() : { origin: running, stop: async () => undefined };
const browser = await chromium.launch({
  executablePath: browserPath,
  args: browserSwitches,
});

/**
 * @param {{ screen: Screen, look: string, places: Places, session: ContextOptions['storageState'], whole: boolean, file: string }} shot
 */
async function take({ screen, look, places, session, whole, file }) {
  const context = await browser.newContext({
    ...looks[look],
    // Everything is in its place at once: no card is caught halfway in.
    reducedMotion: 'reduce',
    baseURL: demo.origin,
    ...(session === undefined ? {} : { storageState: session }),
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await screen.before?.(page);
    await page.goto(screen.path(places));
    await settle(page, screen);
    await screen.prepare?.(page);
    if (screen.prepare !== undefined) await pause(600);
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    const view = page.viewportSize() ?? desktop;
    // A dialog fills the window, not the page; a very long page says no more in its last rows.
    const isWhole = whole && screen.isWindow !== true;
    if (isWhole && height > view.height) {
      // The window grows with the page, so that the sidebar does too.
      await page.setViewportSize({ ...view, height: Math.min(height, 7 * view.height) });
      await pause(200);
    }
    await page.screenshot({ path: file });
  } finally {
    await context.close();
  }
}

/**
 * Two at a time. One that can't be taken stops none of the others; the program then ends with 1.
 * @param {{ screen: Screen, look: string, file: string }[]} shots
 * @param {{ sessions: Awaited<ReturnType<typeof signInEverybody>>, places: Places }} facts
 */
async function takeAll(shots, { sessions, places }) {
  const left = shots.values();
  const work = async () => {
    for (const { screen, look, file } of left) {
      try {
        await take({ screen, look, places, session: sessions.get(screen.person ?? ''), whole: true, file });
        tell(path.relative(root, file));
      } catch (error) {
        process.exitCode = 1;
        tell(`${screen.name}, ${look}, could not be taken: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  await Promise.all([work(), work()]);
}

try {
  const sessions = await signInEverybody(browser, demo.origin);
  const places = await findPlaces(browser, demo.origin, sessions.get(demoAccounts.mspAdmin));
  if (given.includes('--product')) {
    const pictures = path.join(root, 'web/src/features/landing/pictures');
    mkdirSync(pictures, { recursive: true });
    const screen = screens.find(({ name }) => name === 'org-sra');
    if (screen === undefined) throw new Error('There is no screen named org-sra.');
    const session = sessions.get(screen.person ?? '');
    const files = [
      { look: 'desktop', file: path.join(pictures, 'product-light.png') },
      { look: 'dark', file: path.join(pictures, 'product-dark.png') },
    ];
    for (const { look, file } of files) {
      await take({ screen, look, places, session, whole: false, file });
      tell(path.relative(root, file));
    }
  } else {
    mkdirSync(folder, { recursive: true });
    const shots = screens.flatMap((screen) =>
      Object.keys(looks)
        .filter((look) => screen.only === undefined || screen.only === look)
        .map((look) => ({ screen, look, file: path.join(folder, `${screen.name}-${look}.png`) }))
        .filter(({ file }) => words.length === 0 || words.some((word) => path.basename(file).includes(word))),
    );
    await takeAll(shots, { sessions, places });
  }
} finally {
  await browser.close();
  await demo.stop();
}
