import type { JsonObject } from './json.ts';
import { escapeHtml, page } from './page.ts';
import type { Workspace } from './workspaces.ts';

/** Settings that a person can flip on the page, to see the next assessment differ from the last one. */
const switches: readonly {
  readonly title: string;
  readonly type: string;
  readonly safe: JsonObject;
  readonly weak: JsonObject;
}[] = [
  {
    title: '2-Step Verification is enforced',
    type: 'settings/security.two_step_verification_enforcement',
    safe: { enforcedFrom: '2025-03-03T00:00:00Z' },
    weak: { enforcedFrom: '1970-01-01T00:00:00Z' },
  },
  {
    title: 'Passwords of at least 14 characters',
    type: 'settings/security.password',
    safe: { minimumLength: 14 },
    weak: { minimumLength: 8 },
  },
  {
    title: 'Web sessions end within 12 hours',
    type: 'settings/security.session_controls',
    safe: { webSessionDuration: '43200s' },
    weak: { webSessionDuration: '1209600s' },
  },
  {
    title: 'No IMAP access to mail',
    type: 'settings/gmail.imap_access',
    safe: { enableImapAccess: false },
    weak: { enableImapAccess: true },
  },
  {
    title: 'No automatic forwarding of mail',
    type: 'settings/gmail.auto_forwarding',
    safe: { enableAutoForwarding: false },
    weak: { enableAutoForwarding: true },
  },
  {
    title: 'Files leave only to allowlisted domains',
    type: 'settings/drive_and_docs.external_sharing',
    safe: { externalSharingMode: 'ALLOWLISTED_DOMAINS' },
    weak: { externalSharingMode: 'ALLOWED' },
  },
  {
    title: 'Only allowlisted Marketplace apps',
    type: 'settings/workspace_marketplace.apps_access_options',
    safe: { accessLevel: 'ALLOW_LISTED_APPS' },
    weak: { accessLevel: 'ALLOW_ALL' },
  },
  {
    title: 'No less secure apps',
    type: 'settings/security.less_secure_apps',
    safe: { allowLessSecureApps: false },
    weak: { allowLessSecureApps: true },
  },
];

function isSet(current: JsonObject, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(([name, value]) => JSON.stringify(current[name]) === JSON.stringify(value));
}

/** Flips a switch of the page. @returns whether there is such a switch */
export function flip(workspace: Workspace, type: string): boolean {
  const found = switches.find((candidate) => candidate.type === type);
  if (found === undefined) return false;
  return workspace.setSetting(type, isSet(workspace.settingValue(type), found.safe) ? found.weak : found.safe);
}

function switchRows(workspace: Workspace): string {
  const rows = switches.map(({ title, type, safe }) => {
    const current = workspace.settingValue(type);
    const good = isSet(current, safe);
    const values = Object.keys(safe).map((name) => `${name}: ${JSON.stringify(current[name] ?? 'Google default')}`);
    return `<tr><th scope="row">${escapeHtml(title)}<br><code>${escapeHtml(values.join(' '))}</code></th>
<td class="${good ? 'good' : 'bad'}">${good ? '✓ safe' : '✗ weak'}</td>
<td><button class="switch" name="type" value="${escapeHtml(type)}" aria-label="${escapeHtml(`Change: ${title}`)}">Change</button></td></tr>`;
  });
  return rows.join('');
}

function openForm(): string {
  return `<form method="get" action="/"><label for="domain">Open the Workspace of a domain</label>
<p><input type="text" id="domain" name="domain" placeholder="clinic.example" required> <button class="switch">Open</button></p></form>`;
}

export function listPage(workspaces: readonly Workspace[]): string {
  const rows = workspaces.map(({ domain, policies }) => {
    const link = `/?domain=${encodeURIComponent(domain)}`;
    return `<tr><th scope="row"><a href="${link}">${escapeHtml(domain)}</a></th><td>${policies().length} policies</td></tr>`;
  });
  const list = rows.length === 0 ? '<p>No Workspace was asked for yet.</p>' : `<table>${rows.join('')}</table>`;
  return page(
    'Workspaces',
    `<h1>Workspaces on this computer</h1><p>Every domain that signs in has one.</p>${list}${openForm()}`,
    true,
  );
}

export function workspacePage(workspace: Workspace): string {
  const { domain, directory, accounts, policies } = workspace;
  const people = accounts().map(
    ({ email, kind }) => `<tr><th scope="row">${escapeHtml(email)}</th><td>${kind.replace('-', ' ')}</td></tr>`,
  );
  const units = directory.orgUnits.map(
    ({ name, id }) => `<tr><th scope="row">${escapeHtml(name)}</th><td><code>orgUnits/${id}</code></td></tr>`,
  );
  const action = `/switch?domain=${encodeURIComponent(domain)}`;
  return page(
    domain,
    `<p><a href="/">All Workspaces</a></p><h1>${escapeHtml(domain)}</h1><p>${policies().length} policies. Change a setting, then assess again and compare.</p>
<form method="post" action="${action}"><table>${switchRows(workspace)}</table></form>
<h2>Accounts</h2><table>${people.join('')}</table><h2>Organizational units</h2><table>${units.join('')}</table>`,
    true,
  );
}
