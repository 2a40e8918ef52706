import { expect } from 'vitest';
import { withClient } from '../kernel/with-client.ts';
import type { Reply, World } from './world.ts';

const anotherHash =
  'p1$$argon2id$v=19$m=47104,t=1,p=1$NL8OTvPHl3by897tz9NTOA$PS3wjj34FMQ5NEuhhEk5iTiHJbkXnaxEBDNGju0uMpQ';

/** What a new password does to a person, in SQL. */
export const newPassword = [
  `update users set password_hash = '${anotherHash}' where id = $1`,
  'update sessions set ended_at = now() where user_id = $1 and ended_at is null',
];

/** What a removal from the team does to a person, in SQL. */
export const removal = [
  "update users set status = 'inactive' where id = $1",
  'update sessions set ended_at = now() where user_id = $1 and ended_at is null',
  'update one_use_tokens set used_at = now() where user_id = $1 and used_at is null',
];

/** Makes changes to a person while the call waits for them, after it has checked everything that takes long. */
export async function whilePersonIsHeld(
  world: Pick<World, 'appConnection' | 'owner'>,
  userId: number,
  { begin, changes }: { readonly begin: () => Promise<Reply>; readonly changes: readonly string[] },
): Promise<Reply> {
  return withClient({ ...world.appConnection, user: 'postgres' }, async (blocker) => {
    await blocker.query('begin');
    await blocker.query('select 1 from users where id = $1 for update', [userId]);
    const answered = begin();
    const waiting = `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'select % from users%for update'`;
    await expect.poll(() => world.owner(waiting), { timeout: 10_000 }).toHaveLength(1);
    for (const change of changes) {
      await blocker.query(change, [userId]);
    }
    await blocker.query('commit');
    return answered;
  });
}
