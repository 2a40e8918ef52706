import { newToken } from '../kernel/token.ts';
import type { Person, World } from './world.ts';

/** A link to a new password as the mail carries it. @returns its token. */
export async function storeResetLink(
  world: Pick<World, 'owner'>,
  { tenantId, userId }: Pick<Person, 'tenantId' | 'userId'>,
): Promise<string> {
  const { token, hash } = newToken(tenantId);
  await world.owner(
    `insert into one_use_tokens (tenant_id, token_hash, purpose, user_id, expires_at)
       values ($1, $2, 'reset_password', $3, now() + interval '1 day')`,
    [tenantId, hash, userId],
  );
  return token;
}
