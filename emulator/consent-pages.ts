import type { Authorization } from './grants.ts';
import { escapeHtml, page } from './page.ts';
import type { Account } from './workspaces.ts';

const roles: Readonly<Record<Account['kind'], string>> = {
  'super-administrator': 'Super administrator',
  administrator: 'Administrator',
  user: 'Ordinary user',
  personal: 'Personal account',
};

function picture(account: Account): string {
  return `<span class="picture" aria-hidden="true">${escapeHtml(account.name.slice(0, 1))}</span>`;
}

export function chooserPage(request: string, accounts: readonly Account[], hostedDomain: string | undefined): string {
  const rows = accounts.map(
    (account) => `<li><button class="account" name="account" value="${escapeHtml(account.email)}">${picture(account)}
<span class="who">${escapeHtml(account.name)}<small>${escapeHtml(account.email)}</small></span><span class="role">${roles[account.kind]}</span></button></li>`,
  );
  const to =
    hostedDomain === undefined
      ? 'to continue to Sentrywell'
      : `with your ${escapeHtml(hostedDomain)} account, to continue to Sentrywell`;
  return page(
    'Choose an account',
    `<h1>Choose an account</h1><p>${to}</p>
<form method="get" action="/signin/consent"><input type="hidden" name="request" value="${escapeHtml(request)}"><ul>${rows.join('')}</ul></form>`,
  );
}

const identityScopes: ReadonlySet<string> = new Set(['openid', 'email', 'profile']);

const scopeTexts: Readonly<Record<string, string>> = {
  'https://www.googleapis.com/auth/cloud-identity.policies.readonly':
    'See policies in your Google Workspace organization',
  'https://www.googleapis.com/auth/cloud-identity.policies':
    'See and change policies in your Google Workspace organization',
  'https://www.googleapis.com/auth/admin.directory.orgunit.readonly': 'See organizational units of your domain',
};

export function isIdentityScope(scope: string): boolean {
  return identityScopes.has(scope);
}

function scopeRow(scope: string): string {
  const text = scopeTexts[scope] ?? scope;
  return `<li><label class="scope"><span>${escapeHtml(text)}</span><input type="checkbox" name="scope" value="${escapeHtml(scope)}" checked></label></li>`;
}

export function consentPage(request: string, authorization: Authorization, account: Account): string {
  const asked = authorization.scopes.filter((scope) => !isIdentityScope(scope));
  const field = (name: string, value: string): string =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  return page(
    'Sign in to Sentrywell',
    `<h1>Sentrywell wants access to your Google Account</h1>
<p><span class="chip">${picture(account)}${escapeHtml(account.email)}</span></p>
<form method="post" action="/signin/decision">${field('request', request)}${field('account', account.email)}
<h2>Select what Sentrywell can access</h2>
<ul><li><span class="scope"><span>Associate you with your personal info: your email address</span></span></li>${asked.map(scopeRow).join('')}</ul>
<p>Sentrywell reads your settings once and keeps no access.</p>
<div class="buttons"><button name="decision" value="cancel">Cancel</button><button class="main" name="decision" value="allow">Allow</button></div></form>`,
  );
}
