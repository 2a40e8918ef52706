import { holdsOneOf, mspMenu, organizationMenu, reachableIds, screenRoles } from '@sentrywell/contract/access.ts';
import { listedRoleNames, mspRoles, organizationRoles, roleOfId } from '@sentrywell/contract/permissions.ts';
import { mostFoundOfAKind, searchable, type SearchResults } from '@sentrywell/contract/search.ts';
import { authorizeMsp, authorizeOrganization } from '../../kernel/authorize.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { MspDb, OrganizationDb, PersonDb } from '../../kernel/tenant.ts';
import type { LogDb, LogView } from '../audit-log/filter-queries.ts';
import { legible } from '../audit-log/legible.ts';
import { mspView, organizationView } from '../audit-log/log-view.ts';
import { type EntryRow, listEntries } from '../audit-log/queries.ts';
import {
  findOrganizations,
  findOwnOrganization,
  findPeopleOfMsp,
  findPeopleOfOrganization,
  type FoundOrganization,
  type FoundPerson,
} from './queries.ts';

const nothingFound: SearchResults = { organizations: [], people: [], pages: [], auditEntries: [] };
/** The index of the log's texts holds groups of three letters: with fewer, everything would have to be read. */
const shortestForLog = 3;

/** Everything the person may see that holds the words: the same rules as on the pages that the finds lead to. */
export async function search(db: PersonDb, actor: Actor, words: string): Promise<SearchResults> {
  if (actor.userType === 'msp') {
    const msp = authorizeMsp(db, actor, mspRoles);
    return words === '' ? nothingFound : searchMsp(msp, actor, words);
  }
  const organization = await authorizeOrganization(db, actor, organizationRoles, actor.orgId ?? 0);
  return words === '' ? nothingFound : searchOrganization(organization, actor, words);
}

async function searchMsp(db: MspDb, actor: Actor, words: string): Promise<SearchResults> {
  const reach = reachableIds(actor);
  const [organizations, people, auditEntries] = await Promise.all([
    findOrganizations(db, reach, words),
    findPeopleOfMsp(db, reach, words),
    searchMspLog(db, actor, words),
  ]);
  return {
    organizations: organizations.map(organizationFind),
    people: people.map(personFind),
    pages: pagesFor(mspMenu(actor), words),
    auditEntries,
  };
}

async function searchOrganization(db: OrganizationDb, actor: Actor, words: string): Promise<SearchResults> {
  const { organizationId } = db;
  const may = (screen: keyof typeof screenRoles) => holdsOneOf(actor, screenRoles[screen]);
  const [organizations, people, entries] = await Promise.all([
    may('orgDashboard') ? findOwnOrganization(db, words) : [],
    may('orgTeam') ? findPeopleOfOrganization(db, words) : [],
    may('orgAuditLogs') ? searchLog(db, organizationView({ search: words }), words, mostFoundOfAKind) : [],
  ]);
  const dashboard = `/org/${organizationId}/dashboard`;
  const menu = organizationMenu(actor, organizationId).filter(({ to }) => to !== dashboard || may('orgDashboard'));
  return {
    organizations: organizations.map(organizationFind),
    people: people.map(personFind),
    pages: pagesFor(menu, words),
    auditEntries: entries.map((entry) => entryFind(entry, logPage(organizationId, words))),
  };
}

/** Whoever may not open the MSP's log finds what stands in the logs of the assigned organizations. */
async function searchMspLog(db: MspDb, actor: Actor, words: string): Promise<SearchResults['auditEntries']> {
  const view = await mspView(db, actor, { search: words });
  if (holdsOneOf(actor, screenRoles.mspAuditLogs)) {
    const entries = await searchLog(db, view, words, mostFoundOfAKind);
    return entries.map((entry) => entryFind(entry, logPage(null, words)));
  }
  // The search gives the MSP's own entries besides, which are dropped here: so more are asked for than are shown.
  const entries = await searchLog(db, view, words, 200);
  return entries
    .flatMap((entry) => (entry.organizationId === null ? [] : [entryFind(entry, logPage(entry.organizationId, words))]))
    .slice(0, mostFoundOfAKind);
}

async function searchLog(db: LogDb, view: LogView, words: string, limit: number): Promise<EntryRow[]> {
  return words.length < shortestForLog ? [] : listEntries(db, view, { cursor: undefined, limit });
}

function logPage(organizationId: number | null, words: string): string {
  const page = organizationId === null ? '/msp/auditlogs' : `/org/${organizationId}/audit-logs`;
  return `${page}?search=${encodeURIComponent(words)}`;
}

function entryFind({ seq, occurredAt, log, user, category }: EntryRow, to: string) {
  return { seq, occurredAt, log: legible(log), user: legible(user), category, to };
}

function organizationFind({ id, name, domainName }: FoundOrganization) {
  return { id, name, domainName, to: `/org/${id}/dashboard` };
}

function personFind({ id, name, email, roleId, organizationId, organizationName }: FoundPerson) {
  const role = roleOfId(roleId);
  const roleName = role === undefined ? 'Root User' : listedRoleNames[role];
  const to = organizationId === null ? '/msp/team' : `/org/${organizationId}/team`;
  return { id, name, email, roleName, organizationName, to };
}

type Menu = ReturnType<typeof mspMenu>;

/** Entries that lead somewhere: neither locked ones nor those that are still to come. */
function pagesFor(menu: Menu, words: string): SearchResults['pages'] {
  const settings = { label: 'Settings', to: '/settings' };
  return [...menu.filter(({ soon, lockedReason }) => soon === undefined && lockedReason === undefined), settings]
    .filter(({ label }) => searchable(label).includes(searchable(words)))
    .map(({ label, to }) => ({ label, to }));
}
