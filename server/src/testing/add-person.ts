import { type Role, roleIds, rolePermissions } from '@sentrywell/contract/permissions.ts';
import { newToken } from '../kernel/token.ts';

export type NewPerson = {
  readonly email: string;
  /** null: a root user. */
  readonly role: Role | null;
  readonly tenantId: number;
  /** null: somebody of the MSP. */
  readonly organizationId?: number | null;
  /** Organizations assigned to somebody of the MSP who is no super admin. */
  readonly assigned?: readonly number[];
  readonly status?: string;
  readonly name?: { readonly firstName: string; readonly lastName: string };
  /** Nobody signs in with a password unless it is given. */
  readonly passwordHash?: string;
};

type Place = {
  /** SQL as the owner of the schema, past row security. */
  readonly owner: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
};

/** One more person, with an open session. */
export async function addPerson(
  { owner }: Place,
  person: NewPerson,
): Promise<{ readonly userId: number; readonly cookie: string }> {
  const { email, role, tenantId, organizationId = null, status = 'active', passwordHash = 'none' } = person;
  const { firstName, lastName } = person.name ?? { firstName: email.split('@')[0], lastName: 'Added' };
  const [user] = await owner<{ id: string }>(
    `insert into users (tenant_id, organization_id, user_type, role_id, is_root_user, first_name, last_name, email, password_hash, status, email_confirmed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now()) returning id`,
    [
      tenantId,
      organizationId,
      organizationId === null ? 'msp' : 'organization',
      role === null ? null : roleIds[role],
      role === null,
      firstName,
      lastName,
      email,
      passwordHash,
      status,
    ],
  );
  const userId = Number(user?.id);
  await owner('insert into user_emails (email, tenant_id, user_id) values ($1, $2, $3)', [email, tenantId, userId]);
  for (const { type, id } of scopesOf(person)) {
    await owner(
      'insert into role_assignments (tenant_id, user_id, resource_type, resource_id, effective_permissions) values ($1, $2, $3, $4, $5)',
      [tenantId, userId, type, id, role === null ? 0 : rolePermissions[role]],
    );
  }
  const { token, hash } = newToken(tenantId);
  await owner(
    "insert into sessions (tenant_id, token_hash, user_id, expires_at) values ($1, $2, $3, now() + interval '400 days')",
    [tenantId, hash, userId],
  );
  return { userId, cookie: token };
}

function scopesOf({ role, organizationId = null, assigned = [] }: NewPerson) {
  if (role === 'MSP_SUPER_ADMIN') {
    return [{ type: 'msp', id: -1 }];
  }
  return (organizationId === null ? assigned : [organizationId]).map((id) => ({ type: 'organization', id }));
}
