import type { ErrorCode } from '@sentrywell/contract/errors.ts';
import * as client from 'openid-client';
import { Refusal } from '../../kernel/refusal.ts';
import type { Settings } from '../../settings.ts';
import { readAnswer } from './read-answer.ts';

/** What a workspace sign-in is begun with and must come back with. */
export type SignInSecrets = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

/** What Google sends the browser back with. It names itself (RFC 9207) where its metadata say that it does. */
export type SignInAnswer = { readonly code: string; readonly iss?: string };

/** Whom Google says the token belongs to. */
export type GoogleAccount = {
  readonly token: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** The domain that hosts the account; undefined for a personal one. */
  readonly hostedDomain: string | undefined;
  readonly scopes: readonly string[];
};

export type GoogleSignIn = {
  /** @throws Refusal `workspace.not_configured`, `workspace.unreachable` */
  readonly begin: (secrets: SignInSecrets, domain: string) => Promise<string>;
  /** Exchanges the code and verifies everything that is signed. Whatever it refuses it also revokes. */
  readonly redeem: (secrets: SignInSecrets, answer: SignInAnswer) => Promise<GoogleAccount>;
  /** Hands the token back. Google forgets it within the hour in any case, so a failure is only reported. */
  readonly revoke: (token: string) => Promise<boolean>;
};

export const policiesScope = 'https://www.googleapis.com/auth/cloud-identity.policies.readonly';
const askedScopes = `openid email ${policiesScope}`;
const metadataLastsMs = 60 * 60_000;

export function newSignInSecrets(state: string): SignInSecrets {
  return { state, nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier() };
}

type Options = { readonly google: Settings['google']; readonly publicUrl: string };

/** Google's OAuth 2.0 code flow with PKCE, nonce and a verified ID token (security rule 22). */
export function createGoogleSignIn({ google, publicUrl }: Options): GoogleSignIn {
  const redirectUri = `${publicUrl}/api/auth/google/callback`;
  const metadata = discoverOnce(google);
  const configure = async (): Promise<client.Configuration> => {
    const { clientId, clientSecret } = credentialsOf(google);
    const config = new client.Configuration(await metadata(), clientId, {}, client.ClientSecretPost(clientSecret));
    config.timeout = wholeSeconds(google);
    config[client.customFetch] = fetchWhole;
    client.enableNonRepudiationChecks(config);
    leniencyOf(google).forEach((allow) => allow(config));
    return config;
  };

  const revoke = async (token: string): Promise<boolean> => {
    try {
      await client.tokenRevocation(await configure(), token);
      return true;
    } catch {
      return false;
    }
  };

  return {
    begin: async ({ state, nonce, codeVerifier }, domain) => {
      const parameters = {
        redirect_uri: redirectUri,
        scope: askedScopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        hd: domain,
        prompt: 'select_account',
        access_type: 'online',
      };
      return client.buildAuthorizationUrl(await configure(), parameters).href;
    },
    redeem: async ({ state, nonce, codeVerifier }, answer) => {
      const config = await configure();
      const issued = watchToken(config);
      const answered = new URL(redirectUri);
      answered.search = new URLSearchParams({ ...answer, state }).toString();
      try {
        const tokens = await client.authorizationCodeGrant(config, answered, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        return accountOf(tokens);
      } catch (error) {
        const token = issued();
        if (token !== undefined) {
          await revoke(token);
        }
        throw error instanceof Refusal ? error : new Refusal(codeOfError(error), { cause: error });
      }
    },
    revoke,
  };
}

function wholeSeconds({ timeoutMs }: Settings['google']): number {
  return Math.ceil(timeoutMs / 1000);
}

function credentialsOf({ clientId, clientSecret }: Settings['google']) {
  if (clientId === undefined || clientSecret === undefined) {
    throw new Refusal('workspace.not_configured');
  }
  return { clientId, clientSecret };
}

// Only the emulator speaks plain http; Google's own addresses are https and stay so.
function leniencyOf({ issuer }: Settings['google']): readonly ((config: client.Configuration) => void)[] {
  return issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
}

function discoverOnce(google: Settings['google']): () => Promise<client.ServerMetadata> {
  let known: { readonly metadata: Promise<client.ServerMetadata>; readonly until: number } | undefined;
  const discover = async (): Promise<client.ServerMetadata> => {
    const { clientId } = credentialsOf(google);
    try {
      const config = await client.discovery(new URL(google.issuer), clientId, undefined, client.None(), {
        timeout: wholeSeconds(google),
        [client.customFetch]: fetchWhole,
        execute: [...leniencyOf(google)],
      });
      return config.serverMetadata();
    } catch (error) {
      known = undefined;
      throw new Refusal('workspace.unreachable', { cause: error });
    }
  };
  return () => {
    if (known === undefined || known.until < performance.now()) {
      known = { metadata: discover(), until: performance.now() + metadataLastsMs };
    }
    return known.metadata;
  };
}

/**
 * Reads every answer whole, so that one that ends nowhere or stalls in the middle is told from one that is wrong.
 * @throws Refusal where whoever answered does not serve us now.
 */
const fetchWhole: client.CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, ...(body === undefined ? {} : { body }) });
  const { status } = response;
  const text = await readAnswer(response);
  if (status === 429 || status >= 500) {
    const cause = new Error(`${new URL(url).pathname} answered ${status}`);
    throw new Refusal(status === 429 ? 'workspace.quota' : 'workspace.unreachable', { cause });
  }
  return new Response(text === '' ? null : text, response);
};

/** @returns how to learn the token that Google issued even where its ID token is refused: it is revoked then, too. */
function watchToken(config: client.Configuration): () => string | undefined {
  const { token_endpoint: tokenEndpoint } = config.serverMetadata();
  let token: string | undefined;
  config[client.customFetch] = async (url, options) => {
    const response = await fetchWhole(url, options);
    if (url === tokenEndpoint && response.ok) {
      token = accessTokenIn(await response.clone().text());
    }
    return response;
  };
  return () => token;
}

function accessTokenIn(body: string): string | undefined {
  return /"access_token"\s*:\s*"([^"\\]+)"/.exec(body)?.[1];
}

function accountOf(tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers): GoogleAccount {
  const claims = tokens.claims();
  if (claims === undefined) {
    throw new Refusal('workspace.untrusted_answer');
  }
  const { email, email_verified: verified, hd } = claims;
  return {
    token: tokens.access_token,
    email: typeof email === 'string' ? email.slice(0, 254) : '',
    emailVerified: verified === true,
    hostedDomain: typeof hd === 'string' && hd !== '' ? hd.toLowerCase() : undefined,
    // An answer that names no scopes grants the ones that were asked for (RFC 6749, section 5.1).
    scopes: (tokens.scope ?? askedScopes).split(' '),
  };
}

function codeOfError(error: unknown): ErrorCode {
  if (error instanceof client.ResponseBodyError) {
    return codeOfTokenError(error.error);
  }
  // A server may ask whom it does not know for credentials by a header, instead of naming an error.
  if (error instanceof client.WWWAuthenticateChallengeError) {
    return 'workspace.bad_credentials';
  }
  if (error instanceof client.ClientError) {
    return codeOfClientError(error);
  }
  // What fetch throws where nobody answers.
  return error instanceof TypeError ? 'workspace.unreachable' : 'workspace.failed';
}

function codeOfTokenError(error: string): ErrorCode {
  switch (error) {
    case 'invalid_grant':
      return 'workspace.state_invalid';
    case 'invalid_client':
    case 'deleted_client':
    case 'disabled_client':
    case 'unauthorized_client':
    case 'redirect_uri_mismatch':
      return 'workspace.bad_credentials';
    case 'rate_limit_exceeded':
      return 'workspace.quota';
    case 'admin_policy_enforced':
      return 'workspace.blocked_by_admin';
    default:
      return 'workspace.failed';
  }
}

function codeOfClientError({ code, cause }: client.ClientError): ErrorCode {
  if (cause instanceof Refusal) {
    return cause.code;
  }
  switch (code) {
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
      return 'workspace.too_slow';
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return 'workspace.failed';
    default:
      return 'workspace.untrusted_answer';
  }
}
