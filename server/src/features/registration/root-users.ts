import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { mustBeGoodPassword } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import type { Door } from '../../kernel/route.ts';
import { endSessionsOf } from '../../kernel/session.ts';
import { enterTenant, type OpenDb, platformTenantId } from '../../kernel/tenant.ts';
import { listTenantIds } from '../../kernel/tenant-ids.ts';
import { revokeInvitationsOf } from '../invitations/revoke-invitation.ts';
import { insertPerson } from './queries.ts';
import { type Retired, retireRootUser } from './root-user-queries.ts';

export type NewRootUser = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
};

/** A root user passes every check and is made on the server itself, never by a call (ruling R14). @returns their id. */
export async function addRootUser(
  door: Door,
  { clock, secrets }: Pick<Kernel, 'clock' | 'secrets'>,
  { password, ...person }: NewRootUser,
): Promise<number> {
  mustBeGoodPassword(password, { ...person, hasSecondFactor: false });
  const passwordHash = await hashPassword(secrets.passwordPepper, password);
  return door.enter(platformTenantId, async (db) => {
    const now = clock.now();
    const root = { ...person, passwordHash, role: null, organizationId: null, status: 'active' } as const;
    const userId = await insertPerson(db, { ...root, confirmedAt: now, now });
    record(db, userId, `Root user ${person.email} was added on the server's command line`);
    return userId;
  });
}

/**
 * Ends the account, its sessions and the invitations that it sent into whatever tenant; the record stays, and the address is free.
 * @returns false: nobody has it.
 */
export async function removeRootUser(
  door: Door,
  { clock, settings }: Pick<Kernel, 'clock' | 'settings'>,
  email: string,
): Promise<boolean> {
  return door.enter(platformTenantId, async (db) => {
    const now = clock.now();
    const retired = await retireRootUser(db, email, now);
    if (retired === undefined) {
      return false;
    }
    await endSessionsOf(db, retired.id, { now, limits: settings.session });
    await revokeEverywhere(db, { clock }, retired);
    record(db, retired.id, `Root user ${email} was removed on the server's command line; all sessions ended`);
    return true;
  });
}

/** A root user invites into every organization, and must not come back through one of them. */
async function revokeEverywhere(db: OpenDb, kernel: Pick<Kernel, 'clock'>, { id, name }: Retired): Promise<void> {
  for (const tenantId of await listTenantIds(db)) {
    enterTenant(db, tenantId);
    await revokeInvitationsOf(db, kernel, { userId: id, name, stillGives: [] });
  }
  enterTenant(db, platformTenantId);
}

function record(db: OpenDb, userId: number, log: string): void {
  audit(db, {
    category: 'User Management',
    log,
    target: { type: 'user', id: userId },
    by: { userId: null, name: 'Command line' },
  });
}
