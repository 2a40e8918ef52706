// npm run attack: a bounded security suite against a demo of its own; `npm run attack -- fuzz headers` runs some of its checkers,
// `npm run attack -- --prove` runs each against a planted fault, which it has to see.
import { becomeProgram, ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { ensureBrowser } from './browser.mjs';

ensureInstalled();
if (!ensureBuilt()) process.exit(1);
becomeProgram('attack/main.ts', { options: process.argv.slice(2), more: { CHROMIUM_PATH: ensureBrowser() } });
