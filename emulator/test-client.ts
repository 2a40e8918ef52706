import { consent, type Choice } from './consent.ts';
import { isObject, type JsonObject } from './json.ts';
import { challengeOf } from './grants.ts';
import type { GoogleWorkspaceEmulator } from './google-workspace.ts';

export const policyScope = 'https://www.googleapis.com/auth/cloud-identity.policies.readonly';
export const redirectUri = 'http://127.0.0.1:3000/api/auth/google/callback';
const verifier = 'v'.repeat(64);

type Changes = Readonly<Record<string, string | undefined>>;
export type Answer = { readonly status: number; readonly body: JsonObject };

function withChanges(standard: Record<string, string>, changes: Changes): URLSearchParams {
  const all = Object.entries({ ...standard, ...changes });
  return new URLSearchParams(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

export function authUrl(emulator: GoogleWorkspaceEmulator, changes: Changes = {}): string {
  const query = withChanges(
    {
      client_id: emulator.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: `openid email ${policyScope}`,
      state: 'the state & more',
      nonce: 'the nonce',
      hd: 'cedarclinic.example',
      prompt: 'select_account',
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
    },
    changes,
  );
  return `${emulator.issuer}/o/oauth2/v2/auth?${query.toString()}`;
}

async function read(response: Response): Promise<Answer> {
  const body: unknown = await response.json();
  return { status: response.status, body: isObject(body) ? body : {} };
}

export async function exchange(
  emulator: GoogleWorkspaceEmulator,
  code: string,
  changes: Changes = {},
): Promise<Answer> {
  const { clientId, clientSecret, issuer } = emulator;
  const form = withChanges(
    {
      code,
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: redirectUri,
      grant_type: 'authorization_code',
      code_verifier: verifier,
    },
    changes,
  );
  return read(await fetch(`${issuer}/token`, { method: 'POST', body: form }));
}

export async function codeFor(
  emulator: GoogleWorkspaceEmulator,
  choice: Partial<Choice> = {},
  changes: Changes = {},
): Promise<string> {
  const back = await consent(authUrl(emulator, changes), { email: 'admin@cedarclinic.example', ...choice });
  return back.searchParams.get('code') ?? '';
}

export async function tokenFor(
  emulator: GoogleWorkspaceEmulator,
  choice: Partial<Choice> = {},
  changes: Changes = {},
): Promise<string> {
  const { body } = await exchange(emulator, await codeFor(emulator, choice, changes));
  return String(body['access_token']);
}

export async function readPage(emulator: GoogleWorkspaceEmulator, token: string, query: Changes = {}): Promise<Answer> {
  const search = withChanges({}, query).toString();
  return read(
    await fetch(`${emulator.apiRoot}/v1/policies?${search}`, { headers: { authorization: `Bearer ${token}` } }),
  );
}
