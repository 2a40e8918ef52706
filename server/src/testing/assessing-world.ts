import { type GoogleWorkspaceEmulator, startGoogleWorkspaceEmulator } from '../../../emulator/google-workspace.ts';
import { buildWorld, type World, type WorldOptions } from './world.ts';

/** A world whose Google is the emulator, over real HTTP; a call a second becomes one in five milliseconds. */
export type AssessingWorld = { readonly world: World; readonly google: GoogleWorkspaceEmulator };

export async function buildAssessingWorld(options: WorldOptions = {}): Promise<AssessingWorld> {
  const google = await startGoogleWorkspaceEmulator();
  const environment = {
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_API_ROOT: google.apiRoot,
    GOOGLE_MIN_INTERVAL_MS: '5',
    GOOGLE_TIMEOUT_MS: '700',
    ...options.environment,
  };
  return { google, world: await buildWorld({ ...options, environment }) };
}
