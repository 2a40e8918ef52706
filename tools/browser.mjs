// Finds the Chromium that benchmarks, screenshots and journeys drive, and on Debian, as root, installs it when there is none.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { tell } from './bootstrap.mjs';
import { installPackage } from './debian.mjs';

const forTests = 'the browser tests';
/** Chromium without windows, the same otherwise. */
const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Switched off by Playwright as well, whose own list this one takes the place of: the last such switch counts. */
const disturbing = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Two pages that each new window draws ahead for its address bar, which nobody types into: 1.2 s of a processor a window. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AimEnabled'];

/** For a Chromium that nobody sits in front of. */
export const browserSwitches = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  `--disable-features=${[...disturbing, ...addressBar].join(',')}`,
];

/** For tests: besides, it asks for nothing outside by itself, and looks for no graphics card. */
export const testSwitches = [
  ...browserSwitches,
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** @param {string[]} wanted @returns {string[]} */
function pathsOf(wanted) {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  return folders.flatMap((folder) => wanted.map((name) => path.join(folder, name)));
}

/** @returns {string | undefined} */
function installedBrowser() {
  const inPath = pathsOf(names);
  return [process.env['CHROMIUM_PATH'] ?? '', ...inPath, ...macApplications].find(
    (file) => file !== '' && existsSync(file),
  );
}

/** The path of Chromium. Ends the program with a sentence that says what to install when there is none. */
export function ensureBrowser() {
  const found = installedBrowser();
  if (found !== undefined) return found;
  const browser = installPackage('chromium', forTests) ? installedBrowser() : undefined;
  if (browser !== undefined) return browser;
  tell(
    'The browser tests need Chromium, and this machine has none. Install it (Debian and Ubuntu: sudo apt-get install chromium), ' +
      'or set CHROMIUM_PATH to a Chromium or Chrome, and run npm test again.',
  );
  process.exit(1);
}

/**
 * The path of the browser for journeys: Chromium without windows where there is one, because what it draws around a page takes a third of
 * the processor's time that journeys take; else any Chromium.
 */
export function ensureShell() {
  const find = () => pathsOf([shell]).find((file) => existsSync(file));
  const given = process.env['CHROMIUM_PATH'] ?? '';
  if (given !== '' && existsSync(given)) return given;
  return find() ?? (installPackage(shell, forTests) ? find() : undefined) ?? ensureBrowser();
}
