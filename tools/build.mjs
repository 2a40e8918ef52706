// npm run build: installs the packages and builds the web app, and starts nothing: for machines where a service manager does.
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';

ensureInstalled();
process.exitCode = ensureBuilt() ? 0 : 1;
