// npm run serve: installs, builds and starts the product for real use: no demo, and missing secrets are refused.
import { becomeProgram, ensureBuilt, ensureInstalled, serverNodeOptions } from './bootstrap.mjs';

ensureInstalled();
if (!ensureBuilt()) process.exit(1);
becomeProgram('server/src/main.ts', {
  nodeOptions: serverNodeOptions,
  options: ['--serve'],
  more: { DEMO: 'off', NODE_ENV: 'production' },
});
