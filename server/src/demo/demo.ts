import { startGoogleWorkspaceEmulator } from '../../../emulator/google-workspace.ts';
import pg from 'pg';
import type { Secrets } from '../kernel/secrets.ts';
import { StartFailure } from '../kernel/start-failure.ts';
import { listensOnLoopback, type Settings } from '../settings.ts';
import type { StartedDatabase } from '../start-database.ts';
import { demoSignIns, loadDemo } from './load-demo.ts';

export type Demo = {
  readonly active: boolean;
  /** The settings to go on with: the emulator stands in for Google where none is configured. */
  readonly settings: Settings;
  readonly emulatorUrl: string | undefined;
  readonly stop: () => Promise<void>;
};

type Input = {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly started: StartedDatabase;
  readonly onProgress: (step: string) => void;
};

/**
 * Loads the demo data into an empty database and starts the Google Workspace emulator. Never where the database holds
 * anything else, and only while the server listens on loopback (ruling R33).
 */
export async function prepareDemo({ settings, secrets, started, onProgress }: Input): Promise<Demo> {
  const off: Demo = { active: false, settings, emulatorUrl: undefined, stop: async () => undefined };
  const { owner } = started;
  if (settings.demo === 'off' || owner === undefined) {
    return off;
  }
  const allowed = listensOnLoopback(settings) && (settings.demo === 'on' || started.embedded);
  const holds = await whatDatabaseHolds(owner);
  if (!allowed || holds === 'real') {
    if (settings.demo === 'on') {
      throw new StartFailure(
        holds === 'real'
          ? 'DEMO is on, but the database holds other data. Use an empty data folder or database for the demo.'
          : 'DEMO is on, but the server does not listen on loopback. Demo accounts have a known password; set HOST to 127.0.0.1.',
      );
    }
    return off;
  }
  if (holds === 'nothing') {
    onProgress('Loading the demo data …');
    await loadDemo({ owner, passwordPepper: secrets.passwordPepper, now: new Date(), onProgress });
  }
  if (settings.google.clientId !== undefined) {
    return { ...off, active: true };
  }
  const emulator = await startEmulator(settings);
  const { clientId, clientSecret, issuer, apiRoot } = emulator;
  return {
    active: true,
    settings: { ...settings, google: { ...settings.google, clientId, clientSecret, issuer, apiRoot } },
    emulatorUrl: emulator.url,
    stop: emulator.stop,
  };
}

/** Beside the server's own port; wherever there is room when that one is taken. */
async function startEmulator(settings: Settings) {
  const host = '127.0.0.1';
  try {
    return await startGoogleWorkspaceEmulator({ host, port: settings.port === 0 ? 0 : settings.port + 1 });
  } catch {
    return startGoogleWorkspaceEmulator({ host, port: 0 });
  }
}

async function whatDatabaseHolds(owner: pg.ClientConfig): Promise<'nothing' | 'demo' | 'real'> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<{ tenants: string; demo: string }>(
      'select count(*) as tenants, count(*) filter (where is_demo) as demo from tenants where tenant_id <> 1',
    );
    const tenants = Number(rows[0]?.tenants ?? 0);
    const demo = Number(rows[0]?.demo ?? 0);
    if (tenants === 0) {
      return 'nothing';
    }
    return demo > 0 ? 'demo' : 'real';
  } finally {
    await client.end();
  }
}

/** What `npm start` prints below the address. */
export function demoSignInLines({ active, emulatorUrl }: Demo): readonly string[] {
  if (!active) {
    return [];
  }
  return [
    '',
    'Demo sign-ins, all with the password demo-sentrywell:',
    ...demoSignIns.map(({ email, role }) => `  ${email.padEnd(34)} ${role}`),
    ...(emulatorUrl === undefined ? [] : ['', `A stand-in for Google Workspace runs at ${emulatorUrl}`]),
  ];
}
