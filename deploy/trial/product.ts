import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ports, values, within } from './place.ts';

/** The password of everybody whom the trial registers. */
export const password = 'seven slow rivers turning';

/** Asks the deployment as a browser would: through nginx, by its name, with its certificate checked. @returns the status. */
export function ask(pathname: string, body?: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { origin: values.PUBLIC_URL, 'content-type': 'application/json' };
    const asking = request(
      `${values.PUBLIC_URL}${pathname}`,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        ca: readFileSync(path.join(values.TLS, 'fullchain.pem')),
      },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    asking.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export const signIn = (email: string) => ask('/api/auth/login', { email, password });

/** A marker that people would miss: an organization with its administrator. */
export async function register(email: string): Promise<void> {
  const person = { firstName: 'Robin', lastName: 'Marker', email, password, token: '' };
  const status = await ask('/api/auth/register/organization', person);
  if (status !== 200) {
    throw new Error(`${email} could not register: ${status}`);
  }
}

/** The demo's data, loaded as README.md says: DEMO=on, as the schema's owner, on loopback. The program ends when it is there. */
export async function loadDemo(): Promise<void> {
  const code = path.join(values.CODE, 'current');
  const owner = readFileSync(path.join(values.CONFIG, 'owner.env'), 'utf8').trim().split('\n');
  const loader = spawn(path.join(code, 'node_modules/.bin/node'), ['server/src/main.ts'], {
    cwd: code,
    env: {
      ...Object.fromEntries(owner.map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? [])),
      DEMO: 'on',
      PORT: String(ports.loader),
      DATA_DIR: within('demo'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  loader.stdout.on('data', (data) => (said += String(data)));
  const ended = once(loader, 'exit');
  while (!said.includes('is ready') && loader.exitCode === null) {
    await wait(100);
  }
  loader.kill('SIGTERM');
  await ended;
  if (!said.includes('is ready')) {
    throw new Error(`The demo could not be loaded: ${said}`);
  }
}
