import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { mustBeGoodPassword } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import type { Door } from '../../kernel/route.ts';
import { platformTenantId } from '../../kernel/tenant.ts';
import { insertPerson } from './queries.ts';

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
    audit(db, {
      category: 'User Management',
      log: `Root user ${person.email} was added on the server's command line`,
      target: { type: 'user', id: userId },
      by: { userId: null, name: 'Command line' },
    });
    return userId;
  });
}
