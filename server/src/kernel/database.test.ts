import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { expect, test } from 'vitest';
import { buildWorld } from '../testing/world.ts';

const world = await buildWorld();

/** Connections of the product that are inside a transaction in which nothing happens. */
async function openTransactions(): Promise<number> {
  const [row] = await world.owner<{ open: string }>(
    "select count(*) as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  return Number(row?.open);
}

test('a read leaves no transaction open, although nobody waits for its COMMIT', async () => {
  for (let round = 0; round < 5; round += 1) {
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => world.call(authEndpoints.me, { as: 'orgAdmin' })),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    await expect.poll(openTransactions, { timeout: 2_000 }).toBe(0);
  }
});

test('who reads behind somebody of another tenant on the same connection sees their own', async () => {
  const people = ['orgAdmin', 'mspAdmin', 'siblingAdmin', 'independentAdmin'] as const;
  const whoIs = async (as: (typeof people)[number]) => {
    const { json } = await world.call(authEndpoints.me, { as });
    const { userId, mspId, orgId } = authEndpoints.me.reply.parse(json);
    return { userId, mspId, orgId };
  };
  const alone = await Promise.all(people.map(whoIs));
  expect(new Set(alone.map(({ userId }) => userId)).size).toBe(people.length);

  const rounds = 50;
  const together = await Promise.all(
    Array.from({ length: rounds }, () => people)
      .flat()
      .map(whoIs),
  );
  expect(together).toEqual(Array.from({ length: rounds }, () => alone).flat());
});
