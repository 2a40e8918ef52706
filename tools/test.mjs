// npm test: everything that has to hold, on a machine with Node and npm only.
import { becomeProgram, ensureBuilt, ensureInstalled } from './bootstrap.mjs';

ensureInstalled();
ensureBuilt();
becomeProgram('tools/run-tests.mjs', { options: process.argv.slice(2) });
