import { startGoogleWorkspaceEmulator } from '../../../emulator/google-workspace.ts';
import type pg from 'pg';
import { asSchemaOwner } from '../kernel/owner.ts';
import type { Secrets } from '../kernel/secrets.ts';
import { StartFailure } from '../kernel/start-failure.ts';
import { isOnlyHere } from '../kernel/loopback.ts';
import type { Settings } from '../settings.ts';
import type { StartedDatabase } from '../start-database.ts';
import { currentPolicies } from './assessment-plan.ts';
import { demoPassword, demoSignIns, loadDemo } from './load-demo.ts';
import { countWhatIsThere } from './queries.ts';

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
 * anything else, and only while people reach the product from the machine itself (ruling R33).
 */
export async function prepareDemo({ settings, secrets, started, onProgress }: Input): Promise<Demo> {
  const off: Demo = { active: false, settings, emulatorUrl: undefined, stop: async () => undefined };
  const { owner } = started;
  if (settings.demo === 'on' && owner === undefined) {
    throw new StartFailure(
      'DEMO is on, but DATABASE_URL signs in as app_login, which cannot load it. Sign in as the schema’s owner.',
    );
  }
  if (settings.demo === 'off' || owner === undefined) {
    return off;
  }
  const holds = await whatDatabaseHolds(owner);
  if (!isWanted(settings, started, holds)) {
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

type Holds = 'nothing' | 'demo' | 'real';

/** @throws StartFailure where the demo was asked for and can't be. */
function isWanted(settings: Settings, { embedded }: StartedDatabase, holds: Holds): boolean {
  const onlyHere = isOnlyHere(settings);
  if (settings.demo !== 'on') {
    return onlyHere && embedded && holds !== 'real';
  }
  if (holds === 'real') {
    throw new StartFailure(
      'DEMO is on, but the database holds other data. Use an empty data folder or database for the demo.',
    );
  }
  if (!onlyHere) {
    throw new StartFailure(
      'DEMO is on, but people reach the server from other machines. Demo accounts have a known password; set HOST to 127.0.0.1, and leave PUBLIC_URL out.',
    );
  }
  return true;
}

/** Beside the server's own port; wherever there is room when that one is taken. */
async function startEmulator(settings: Settings) {
  const host = '127.0.0.1';
  // A new assessment finds what the newest stored one says, until something is changed in the emulator.
  const startingPolicies = currentPolicies;
  try {
    return await startGoogleWorkspaceEmulator({
      host,
      startingPolicies,
      port: settings.port === 0 ? 0 : settings.port + 1,
    });
  } catch {
    return startGoogleWorkspaceEmulator({ host, startingPolicies, port: 0 });
  }
}

async function whatDatabaseHolds(owner: pg.ClientConfig): Promise<Holds> {
  const { tenants, demoTenants, people } = await asSchemaOwner(owner, ({ db }) => countWhatIsThere(db));
  if (tenants === 0 && people === 0) {
    return 'nothing';
  }
  return demoTenants > 0 ? 'demo' : 'real';
}

/** What `npm start` prints below the address. */
export function demoSignInLines({ active, emulatorUrl }: Demo): readonly string[] {
  if (!active) {
    return [];
  }
  return [
    '',
    `Demo sign-ins, all with the password ${demoPassword}:`,
    ...demoSignIns.map(({ email, role }) => `  ${email.padEnd(34)} ${role}`),
    ...(emulatorUrl === undefined ? [] : ['', `A stand-in for Google Workspace runs at ${emulatorUrl}`]),
  ];
}
