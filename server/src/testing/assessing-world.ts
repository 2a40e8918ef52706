import { type GoogleWorkspaceEmulator, startGoogleWorkspaceEmulator } from '../../../emulator/google-workspace.ts';
import { atFileEnd } from './file-end.ts';
import { buildWorld, type World, type WorldOptions } from './world.ts';

/** A world whose Google is the emulator, over real HTTP; a call a second becomes one in five milliseconds. */
export type AssessingWorld = { readonly world: World; readonly google: GoogleWorkspaceEmulator };

/** The settings that make an emulator the product's Google. */
export function googleSettings({ clientId, clientSecret, issuer, apiRoot }: GoogleWorkspaceEmulator) {
  return {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: issuer,
    GOOGLE_API_ROOT: apiRoot,
    GOOGLE_MIN_INTERVAL_MS: '5',
  };
}

/** Builds one, and stops both when the test file ends. */
export async function buildAssessingWorld(options: WorldOptions = {}): Promise<AssessingWorld> {
  const google = await startGoogleWorkspaceEmulator();
  atFileEnd(google.stop);
  const environment = { ...googleSettings(google), GOOGLE_TIMEOUT_MS: '700', ...options.environment };
  return { google, world: await buildWorld({ ...options, environment }) };
}
