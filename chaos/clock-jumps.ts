import { rmSync } from 'node:fs';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { pathOf } from '@sentrywell/contract/endpoint.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { buildApp } from '../server/src/app.ts';
import { openDatabase } from '../server/src/kernel/database.ts';
import { keptSecretTexts, readSecrets } from '../server/src/kernel/secrets.ts';
import { readSettings } from '../server/src/settings.ts';
import { migratedDatabase, seed, seedPassword } from '../bench/load/seed.ts';
import { type Fault, stopDatabase, temporaryFolder, tenantId } from './fault.ts';

const hour = 3_600_000;

/** What the clock says, in hours from now, and what a session opened now is answered. */
const jumps: readonly [string, number, number][] = [
  ['now', 0, 200],
  ['29 minutes on', 29 / 60, 200],
  ['two hours back', -2, 200],
  ['a day back', -24, 200],
  ['as it was', 0, 200],
  ['an hour on: idle too long', 1, 401],
];

/** The product in this process, with a clock that can be moved. */
export const clockJumps: Fault = {
  name: 'clock jumps',
  holds: 'sessions end by the clock and never by a jump back; signing in, reading and writing work at any time; no 5xx',
  planted: 'a clock that stands still',
  run: async ({ planted }) => {
    const folder = temporaryFolder();
    const { server, owner } = await migratedDatabase(folder);
    const database = openDatabase({
      connection: { ...owner, user: 'app_login' },
      connections: 4,
      log: { warn: () => undefined },
    });
    let offset = 0;
    try {
      const seeded = await seed(owner, { dataFolder: folder, tenantId, sessions: 2 });
      const { app } = await buildApp({
        settings: readSettings({ DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000' }),
        secrets: readSecrets(keptSecretTexts(folder)),
        database,
        clock: { now: () => new Date(Date.now() + (planted ? 0 : offset)) },
      });
      const [organization = 0] = seeded.organizations;
      const path = pathOf(organizationEndpoints.findOrganization, { id: organization });
      const headers = { host: 'localhost:3000', origin: 'http://localhost:3000', 'content-type': 'application/json' };
      const ask = async (url: string, sid: string, payload?: object) =>
        app.inject({
          method: payload === undefined ? 'GET' : 'POST',
          url,
          headers: { ...headers, cookie: `sid=${sid}` },
          ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
        });
      const wrong: string[] = [];
      const steps: string[] = [];
      const expectStatus = (what: string, got: number, expected: number) => {
        steps.push(what);
        if (got !== expected) wrong.push(`${what}: ${got} where ${expected} was right`);
      };
      let sid = seeded.organizationCookies[0] ?? '';
      const name = () => ({ name: `Renamed ${steps.length}`, domainName: `clinic${organization}.example` });
      for (const [what, hours, expected] of jumps) {
        offset = hours * hour;
        expectStatus(`session, ${what}`, (await ask(authEndpoints.me.path, sid)).statusCode, expected);
        expectStatus(`write, ${what}`, (await ask(path, sid, name())).statusCode, expected);
      }
      for (const days of [400, -400, 0]) {
        offset = days * 24 * hour;
        const reply = await ask(authEndpoints.login.path, '', { email: seeded.emails[0], password: seedPassword });
        sid = reply.cookies.find((cookie) => cookie.name === 'sid')?.value ?? '';
        expectStatus(`sign-in, ${days} days on`, reply.statusCode, 200);
        expectStatus(`read, ${days} days on`, (await ask(path, sid)).statusCode, 200);
      }
      await app.close();
      return { measured: `${steps.length} calls before and after 9 jumps of up to 400 days`, wrong };
    } finally {
      await database.close();
      await server.stop();
      await stopDatabase(folder);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
