import { once } from 'node:events';
import Fastify, { type FastifyInstance } from 'fastify';
import { adminRoutes } from './admin-routes.ts';
import { controlRoutes } from './control-routes.ts';
import { createFaults, type Faults } from './faults.ts';
import { type AccessToken, createGrants } from './grants.ts';
import type { Parts } from './parts.ts';
import { policyRoutes } from './policy-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { createSigningKey } from './signing-key.ts';
import { tokenRoutes } from './token-routes.ts';
import { createWorkspaces, type StartingPolicies, type Workspaces } from './workspaces.ts';

export type EmulatorOptions = {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** A loopback address; 127.0.0.1 where absent. */
  readonly host?: string;
  /** Milliseconds since 1970; the computer's clock where absent. */
  readonly clock?: () => number;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The exact redirect URIs of the client; absent: any on loopback. */
  readonly redirectUris?: readonly string[];
  /** What the Workspaces of some domains begin with. */
  readonly startingPolicies?: StartingPolicies;
};

export type GoogleWorkspaceEmulator = {
  readonly url: string;
  /** For GOOGLE_ISSUER. */
  readonly issuer: string;
  /** For GOOGLE_API_ROOT. */
  readonly apiRoot: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly workspaces: Workspaces;
  readonly faults: Faults;
  tokens: () => readonly AccessToken[];
  stop: () => Promise<void>;
};

const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

function isOnLoopback(redirectUri: string): boolean {
  return URL.canParse(redirectUri) && loopback.has(new URL(redirectUri).hostname) && new URL(redirectUri).hash === '';
}

type Timers = { wait: (milliseconds: number) => Promise<void>; stop: () => void };

function createTimers(): Timers {
  const stopping = new AbortController();
  return {
    wait: async (milliseconds) => {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(milliseconds)]);
      if (!signal.aborted) await once(signal, 'abort');
    },
    stop: () => stopping.abort(),
  };
}

// Forms are read as they were sent; other pages of the browser cannot post to the emulator.
function readForms(app: FastifyInstance, origin: () => string): void {
  const form = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
  app.addHook('onRequest', async (request, reply) => {
    const from = request.headers.origin;
    if (request.method === 'GET' || from === undefined || from === 'null' || from === origin()) return undefined;
    return reply
      .code(403)
      .send({ error: 'foreign_origin', error_description: 'Only pages of the emulator may change it.' });
  });
  app.addHook('preValidation', async (request, reply) => {
    const takesForm = request.method === 'POST' && !request.url.startsWith('/emulator/');
    if (!takesForm || request.body instanceof URLSearchParams) return undefined;
    return reply.code(400).send({ error: 'invalid_request', error_description: 'The body must be a form.' });
  });
}

/** Starts a Google Workspace on loopback: sign-in, tokens and the Policy API of every domain that is asked for. */
export async function startGoogleWorkspaceEmulator(options: EmulatorOptions = {}): Promise<GoogleWorkspaceEmulator> {
  const { port = 0, host = '127.0.0.1', clock = Date.now, redirectUris } = options;
  if (!loopback.has(host))
    throw new Error(`The emulator of Google Workspace listens only on loopback, not on ${host}.`);
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 300 } });
  let url = '';
  const timers = createTimers();
  const registered = new Set(redirectUris);
  const parts: Parts = {
    issuer: () => url,
    clientId: options.clientId ?? 'sentrywell-demo.apps.emulator.example',
    clientSecret: options.clientSecret ?? 'emulator-client-secret',
    isRegistered: (uri) => (redirectUris === undefined ? isOnLoopback(uri) : registered.has(uri)),
    clock,
    wait: timers.wait,
    workspaces: createWorkspaces(options.startingPolicies),
    grants: createGrants(clock),
    faults: createFaults(),
    key: createSigningKey(),
  };
  readForms(app, () => url);
  for (const addRoutes of [signInRoutes, tokenRoutes, policyRoutes, controlRoutes, adminRoutes]) addRoutes(app, parts);
  url = await app.listen({ port, host });
  return {
    url,
    issuer: url,
    apiRoot: url,
    clientId: parts.clientId,
    clientSecret: parts.clientSecret,
    workspaces: parts.workspaces,
    faults: parts.faults,
    tokens: parts.grants.tokens,
    stop: async () => {
      timers.stop();
      await app.close();
    },
  };
}
