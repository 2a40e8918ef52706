// npm start: installs, builds and starts the product, with a demo in an empty data folder.
import { becomeProgram, ensureBuilt, ensureInstalled, serverNodeOptions } from './bootstrap.mjs';

ensureInstalled();
if (!ensureBuilt()) process.exit(1);
becomeProgram('server/src/main.ts', { nodeOptions: serverNodeOptions, options: process.argv.slice(2) });
