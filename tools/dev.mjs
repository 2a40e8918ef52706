// npm run dev: the server and the web app in one terminal, both on fresh sources at once after a change.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ensureInstalled, environment, root } from './bootstrap.mjs';

ensureInstalled();

const webAddress = 'http://127.0.0.1:5173';
const node = path.join(root, 'node_modules/.bin/node');

/** @param {string} name @param {string} folder @param {string[]} options @param {Record<string, string>} [more] */
function run(name, folder, options, more) {
  const child = spawn(node, options, {
    cwd: path.join(root, folder),
    env: environment(more),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => process.stdout.write(`${name.padEnd(7)}${line}\n`));
  }
  child.on('exit', (code) => stop(code ?? 0));
  return child;
}

// The browser's address is Vite's, which passes calls on to the server; links in mails lead there too.
const children = [
  run('server', '.', ['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
    PORT: '3000',
    PUBLIC_URL: webAddress,
    WEB_ORIGINS: webAddress,
  }),
  run('web', 'web', [path.join(root, 'node_modules/vite/bin/vite.js')]),
];

let stopping = false;

/** @param {number} code */
function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
}

process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
