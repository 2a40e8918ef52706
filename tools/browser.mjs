// Finds the Chromium that the browser tests drive, and on Debian, as root, installs it when there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { tell } from './bootstrap.mjs';

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

/** For tests: besides, it asks for nothing outside by itself. */
export const testSwitches = [
  ...browserSwitches,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** @returns {string | undefined} */
function installedBrowser() {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  const inPath = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [process.env['CHROMIUM_PATH'] ?? '', ...inPath, ...macApplications].find(
    (file) => file !== '' && existsSync(file),
  );
}

/** @param {string[]} options */
function aptGet(options) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', options, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}

/** The path of Chromium. Ends the program with a sentence that says what to install when there is none. */
export function ensureBrowser() {
  const found = installedBrowser();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    tell("Installing Debian's Chromium for the browser tests.");
    const installed =
      aptGet(['update', '-q']) && aptGet(['install', '-q', '-y', '--no-install-recommends', 'chromium']);
    const browser = installedBrowser();
    if (installed && browser !== undefined) return browser;
  }
  tell(
    'The browser tests need Chromium, and this machine has none. Install it (Debian and Ubuntu: sudo apt-get install chromium), ' +
      'or set CHROMIUM_PATH to a Chromium or Chrome, and run npm test again.',
  );
  process.exit(1);
}
