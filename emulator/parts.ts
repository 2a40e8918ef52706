import type { Faults } from './faults.ts';
import type { Grants } from './grants.ts';
import type { SigningKey } from './signing-key.ts';
import type { Workspaces } from './workspaces.ts';

/** What the routes of the emulator share. */
export type Parts = {
  /** The emulator's own address, without a slash at the end. */
  readonly issuer: () => string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly isRegistered: (redirectUri: string) => boolean;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly workspaces: Workspaces;
  readonly grants: Grants;
  readonly faults: Faults;
  readonly key: SigningKey;
};
