import { type Role, roleIds, rolePermissions } from '@sentrywell/contract/permissions.ts';
import { newToken } from '../kernel/token.ts';
import type { World } from './world.ts';

export type NewPerson = {
  readonly email: string;
  readonly role: Role;
  readonly tenantId: number;
  /** null: somebody of the MSP. */
  readonly organizationId?: number | null;
  /** Organizations assigned to somebody of the MSP who is no super admin. */
  readonly assigned?: readonly number[];
  readonly status?: 'active' | 'inactive' | 'pending';
};

/** One more person in a world, with an open session. */
export async function addPerson(
  world: World,
  { email, role, tenantId, organizationId = null, assigned = [], status = 'active' }: NewPerson,
): Promise<{ readonly userId: number; readonly cookie: string }> {
  const [user] = await world.owner<{ id: string }>(
    `insert into users (tenant_id, organization_id, user_type, role_id, first_name, last_name, email, password_hash, status, email_confirmed_at)
     values ($1, $2, $3, $4, $5, 'Added', $6, 'none', $7, now()) returning id`,
    [
      tenantId,
      organizationId,
      organizationId === null ? 'msp' : 'organization',
      roleIds[role],
      email.split('@')[0],
      email,
      status,
    ],
  );
  const userId = Number(user?.id);
  await world.owner('insert into user_emails (email, tenant_id, user_id) values ($1, $2, $3)', [
    email,
    tenantId,
    userId,
  ]);
  const everywhere = role === 'MSP_SUPER_ADMIN';
  const ids = organizationId === null ? assigned : [organizationId];
  for (const id of everywhere ? [-1] : ids) {
    await world.owner('insert into role_assignments values ($1, $2, $3, $4, $5)', [
      tenantId,
      userId,
      everywhere ? 'msp' : 'organization',
      id,
      rolePermissions[role],
    ]);
  }
  const { token, hash } = newToken(tenantId);
  await world.owner(
    "insert into sessions (tenant_id, token_hash, user_id, expires_at) values ($1, $2, $3, now() + interval '400 days')",
    [tenantId, hash, userId],
  );
  return { userId, cookie: token };
}
