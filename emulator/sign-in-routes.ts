import type { FastifyInstance, FastifyReply } from 'fastify';
import { chooserPage, consentPage, isIdentityScope } from './consent-pages.ts';
import type { Parts } from './parts.ts';
import { type Authorization, namesOf } from './grants.ts';
import { errorPage, pageHeaders } from './page.ts';
import { type Account, isDomain, otherDomain, personalAccount } from './workspaces.ts';

type Query = URLSearchParams;
type Checked = { readonly authorization: Authorization } | { readonly error: string; readonly explanation: string };

function queryOf(url: string): Query {
  return new URL(url, 'http://emulator.invalid').searchParams;
}

function refusal(error: string, explanation: string): Checked {
  return { error, explanation };
}

function checkRequest(query: Query): Checked | undefined {
  if (query.get('response_type') !== 'code') return refusal('invalid_request', 'Invalid response_type.');
  if ((query.get('scope') ?? '').trim() === '') return refusal('invalid_request', 'Missing required parameter: scope');
  const method = query.get('code_challenge_method') ?? 'plain';
  const challenge = query.get('code_challenge');
  if (challenge !== null && (method !== 'S256' || !/^[\w-]{43}$/.test(challenge))) {
    return refusal('invalid_request', 'Only code_challenge_method S256 is supported.');
  }
  return undefined;
}

function optional(query: Query, name: string): string | undefined {
  return query.get(name) ?? undefined;
}

function hostedDomainOf(query: Query): string | undefined {
  const domain = query.get('hd')?.toLowerCase();
  return domain !== undefined && isDomain(domain) ? domain : undefined;
}

function readAuthorization(query: Query, parts: Parts): Checked {
  if (query.get('client_id') !== parts.clientId) return refusal('invalid_client', 'The OAuth client was not found.');
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!parts.isRegistered(redirectUri)) {
    return refusal(
      'redirect_uri_mismatch',
      'The redirect URI in the request does not match the ones registered for the OAuth client.',
    );
  }
  const problem = checkRequest(query);
  if (problem !== undefined) return problem;
  return {
    authorization: {
      clientId: parts.clientId,
      redirectUri,
      state: optional(query, 'state'),
      nonce: optional(query, 'nonce'),
      scopes: [
        ...new Set(
          optional(query, 'scope')
            ?.split(' ')
            .filter((scope) => scope !== ''),
        ),
      ],
      challenge: optional(query, 'code_challenge'),
      hostedDomain: hostedDomainOf(query),
      loginHint: optional(query, 'login_hint'),
    },
  };
}

// The chooser offers what a person could pick by mistake too: the request's domain is only a hint.
function offeredAccounts({ hostedDomain, loginHint }: Authorization, parts: Parts): readonly Account[] {
  const own =
    hostedDomain === undefined
      ? parts.workspaces.list().flatMap((workspace) => workspace.accounts().slice(0, 1))
      : parts.workspaces.of(hostedDomain).accounts();
  const others = parts.workspaces.of(otherDomain).accounts().slice(0, 1);
  const all = [
    ...own.slice(0, 8),
    ...others.filter(({ hd }) => own.every((account) => account.hd !== hd)),
    personalAccount,
  ];
  return all.toSorted((one, other) => Number(other.email === loginHint) - Number(one.email === loginHint));
}

function showPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.code(status).headers(pageHeaders).send(html);
}

// Google names itself in every answer (RFC 9207), and adds parameters of its own.
function back(authorization: Authorization, answer: Readonly<Record<string, string>>, parts: Parts): string {
  const target = new URL(authorization.redirectUri);
  target.searchParams.set('iss', parts.issuer());
  if (authorization.state !== undefined) target.searchParams.set('state', authorization.state);
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  return target.href;
}

const gone = errorPage(
  'invalid_request',
  'This sign-in is no longer waiting. Please close the window and start again.',
);

function decide(form: URLSearchParams, parts: Parts): string | undefined {
  const request = form.get('request') ?? '';
  const authorization = parts.grants.pending(request);
  const account = parts.workspaces.findAccount(form.get('account') ?? '');
  if (authorization === undefined || account === undefined) return undefined;
  parts.grants.forget(request);
  if (form.get('decision') !== 'allow') return back(authorization, { error: 'access_denied' }, parts);
  const ticked = new Set(form.getAll('scope'));
  const scopes = authorization.scopes.filter((scope) => isIdentityScope(scope) || ticked.has(scope));
  const code = parts.grants.issueCode({ authorization, account, scopes });
  const { hd } = account;
  const more = { scope: namesOf(scopes), authuser: '0', ...(hd === undefined ? {} : { hd }), prompt: 'consent' };
  return back(authorization, { code, ...more }, parts);
}

export function signInRoutes(app: FastifyInstance, parts: Parts): void {
  app.get('/o/oauth2/v2/auth', (request, reply) => {
    const checked = readAuthorization(queryOf(request.url), parts);
    if ('error' in checked) return showPage(reply, 400, errorPage(checked.error, checked.explanation));
    const { authorization } = checked;
    if (parts.faults.strikes('admin-policy-enforced', authorization.hostedDomain ?? '') !== undefined) {
      const explanation = 'Your organization does not allow this app. Ask your administrator to mark it as trusted.';
      return showPage(reply, 400, errorPage('admin_policy_enforced', explanation));
    }
    const id = parts.grants.remember(authorization);
    return showPage(reply, 200, chooserPage(id, offeredAccounts(authorization, parts), authorization.hostedDomain));
  });

  app.get('/signin/consent', (request, reply) => {
    const query = queryOf(request.url);
    const id = query.get('request') ?? '';
    const authorization = parts.grants.pending(id);
    const account = parts.workspaces.findAccount(query.get('account') ?? '');
    if (authorization === undefined || account === undefined) return showPage(reply, 400, gone);
    return showPage(reply, 200, consentPage(id, authorization, account));
  });

  app.post<{ Body: URLSearchParams }>('/signin/decision', (request, reply) => {
    const target = decide(request.body, parts);
    return target === undefined ? showPage(reply, 400, gone) : reply.redirect(target, 302);
  });
}
