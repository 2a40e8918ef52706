import { mostFoundOfAKind, searchable } from '@sentrywell/contract/search.ts';
import { placeOfWords } from '../../kernel/place-of-words.ts';
import { type Fragment, fragment, sqlOf } from '../../kernel/sql.ts';
import type { MspDb, OrganizationDb } from '../../kernel/tenant.ts';

/** The organizations assigned; undefined: all of the tenant, or for a root user all there are. */
type Reach = readonly number[] | undefined;

export type FoundOrganization = { readonly id: number; readonly name: string; readonly domainName: string };

/** By name or domain, those that begin with the words first. */
export function findOrganizations(db: MspDb, reach: Reach, words: string): Promise<FoundOrganization[]> {
  const tenant = db.everyTenant ? fragment`true` : fragment`o.tenant_id = ${db.tenantId}`;
  const reached = reach === undefined ? fragment`` : fragment`and o.id = any(${reach}::bigint[])`;
  const place = placeOfWords(fragment`o.name`, words);
  return sqlOf(db)<FoundOrganization>`
    select o.id, o.name, o.domain_name from organizations o
    where ${tenant} ${reached} and (${place} > 0 or strpos(o.domain_name, ${searchable(words)}) > 0)
    order by ${place} = 1 desc, lower(o.name), o.id limit ${mostFoundOfAKind}`;
}

export type FoundPerson = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly roleId: number | null;
  readonly organizationId: number | null;
  readonly organizationName: string | null;
};

function peopleWhere(db: MspDb | OrganizationDb, reached: Fragment, words: string): Promise<FoundPerson[]> {
  const place = placeOfWords(fragment`u.first_name || ' ' || u.last_name`, words);
  return sqlOf(db)<FoundPerson>`
    select u.id, u.first_name || ' ' || u.last_name as name, u.email, u.role_id, u.organization_id,
      (select o.name from organizations o where o.tenant_id = ${db.tenantId} and o.id = u.organization_id) as organization_name
    from users u
    where u.tenant_id = ${db.tenantId} and u.status <> 'pending' and ${reached}
      and (u.status = 'active' or u.email_confirmed_at is not null)
      and (${place} > 0 or strpos(u.email, ${searchable(words)}) > 0)
      and not exists (select 1 from access_requests r
        where r.tenant_id = ${db.tenantId} and r.user_id = u.id and r.status <> 'approved')
    order by ${place} = 1 desc, lower(u.first_name), lower(u.last_name), u.id
    limit ${mostFoundOfAKind}`;
}

/** Members of the MSP and of the organizations that the person reaches. */
export function findPeopleOfMsp(db: MspDb, reach: Reach, words: string): Promise<FoundPerson[]> {
  const reached =
    reach === undefined
      ? fragment`true`
      : fragment`(u.organization_id is null or u.organization_id = any(${reach}::bigint[]))`;
  return peopleWhere(db, reached, words);
}

export function findPeopleOfOrganization(db: OrganizationDb, words: string): Promise<FoundPerson[]> {
  return peopleWhere(db, fragment`u.organization_id = ${db.organizationId}`, words);
}

export async function findOwnOrganization(db: OrganizationDb, words: string): Promise<FoundOrganization[]> {
  return sqlOf(db)<FoundOrganization>`
    select o.id, o.name, o.domain_name from organizations o
    where o.tenant_id = ${db.tenantId} and o.id = ${db.organizationId}
      and (${placeOfWords(fragment`o.name`, words)} > 0 or strpos(o.domain_name, ${searchable(words)}) > 0)`;
}
