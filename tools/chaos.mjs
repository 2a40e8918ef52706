// npm run chaos: a bounded suite of faults on loopback, each with a product and a database of its own. `npm run chaos -- --prove`
// plants a fault in each that its checker has to see.
import { becomeProgram, ensureInstalled } from './bootstrap.mjs';

ensureInstalled();
becomeProgram('chaos/main.ts', { options: process.argv.slice(2) });
