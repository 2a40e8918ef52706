// npm test: everything that has to hold, on a machine with Node and npm only.
import { becomeProgram, ensureInstalled } from './bootstrap.mjs';

ensureInstalled();
becomeProgram('tools/run-tests.mjs', { options: process.argv.slice(2) });
