import { type Endpoint } from '@sentrywell/contract/endpoint.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import type { CallOptions, OrganizationKey, PersonKey, Reply, World } from './world.ts';

/** What a person does in the popup at Google. */
export type AtGoogle = {
  /** Defaults to the super administrator of the organization's domain. */
  readonly account?: string;
  readonly cancel?: boolean;
  /** Scopes that are unticked on the consent page. */
  readonly untick?: readonly string[];
};

function domainOfOrganization(organization: OrganizationKey): string {
  return `${organization}.example`;
}

export async function startSignIn(world: World, as: PersonKey, organization: OrganizationKey): Promise<string> {
  const reply = await world.call(sraEndpoints.startWorkspaceSignIn, {
    as,
    query: { orgId: world.organizations[organization].id, expectedDomain: domainOfOrganization(organization) },
  });
  if (reply.status !== 200) {
    throw new Error(`The sign-in did not start: ${reply.text}`);
  }
  return (reply.json as { authUrl: string }).authUrl;
}

function hidden(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
}

/** Goes through the emulator's pages over real HTTP. @returns the parameters that Google sends the browser back with. */
export async function signInAtGoogle(authUrl: string, at: AtGoogle = {}): Promise<Record<string, string>> {
  const address = new URL(authUrl);
  const account = at.account ?? `admin@${address.searchParams.get('hd') ?? ''}`;
  const chooser = await (await fetch(address)).text();
  const request = hidden(chooser, 'request');
  const consent = new URL('/signin/consent', address.origin);
  consent.search = new URLSearchParams({ request, account }).toString();
  const page = await (await fetch(consent)).text();
  const scopes = [...page.matchAll(/name="scope" value="([^"]*)"/g)].map((match) => match[1] ?? '');
  const form = new URLSearchParams({ request, account, decision: at.cancel === true ? 'cancel' : 'allow' });
  for (const scope of scopes.filter((one) => at.untick?.includes(one) !== true)) {
    form.append('scope', scope);
  }
  const answer = await fetch(new URL('/signin/decision', address.origin), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  });
  const location = answer.headers.get('location');
  if (location === null) {
    throw new Error(`The emulator did not send the browser back: ${await answer.text()}`);
  }
  return Object.fromEntries(new URL(location).searchParams);
}

export type Finished = {
  readonly reply: Reply;
  /** Set when it went well. */
  readonly uuid: string | undefined;
  /** The sentence on /oauth-error. */
  readonly message: string | undefined;
};

export async function finishSignIn(
  world: World,
  query: Readonly<Record<string, string>>,
  caller: Pick<CallOptions, 'as' | 'cookie'>,
): Promise<Finished> {
  const callback: Endpoint = sraEndpoints.finishWorkspaceSignIn;
  const reply = await world.call(callback, { ...caller, query });
  const { location: target } = reply.headers;
  const location = new URL(typeof target === 'string' ? target : '', 'http://localhost:3000');
  const isSuccess = location.pathname === '/oauth-success';
  return {
    reply,
    uuid: isSuccess ? (location.searchParams.get('uuid') ?? undefined) : undefined,
    message: location.pathname === '/oauth-error' ? (location.searchParams.get('message') ?? undefined) : undefined,
  };
}

/** The whole way: start, sign in at Google, come back. */
export async function assess(
  world: World,
  as: PersonKey,
  organization: OrganizationKey,
  at: AtGoogle = {},
): Promise<Finished> {
  const query = await signInAtGoogle(await startSignIn(world, as, organization), at);
  return finishSignIn(world, query, { as });
}
