// npm run trial: follows docs/deployment.md word for word in a clean folder, as root on Debian; `-- --journeys` plays every journey
// against what stands there then, `-- --journeys audit teams` some of them, and `-- --keep` leaves the folder.
import { becomeProgram, ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { ensureShell } from './browser.mjs';

ensureInstalled();
// One of the journeys starts a product of its own, from here.
if (!ensureBuilt()) process.exit(1);
becomeProgram('deploy/trial/main.ts', { options: process.argv.slice(2), more: { CHROMIUM_PATH: ensureShell() } });
