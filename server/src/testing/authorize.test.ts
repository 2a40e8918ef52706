import * as rules from '@sentrywell/contract/access.ts';
import type { Role } from '@sentrywell/contract/permissions.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../kernel/actor.ts';
import { authorize, authorizeMsp, authorizeOrganization, findOrganizationKey, holdRole } from '../kernel/authorize.ts';
import { findActor } from '../kernel/session.ts';
import { hashToken } from '../kernel/token.ts';
import { sqlOf } from '../kernel/sql.ts';
import { inTenant, noOrigin, type TenantDb } from '../kernel/tenant.ts';
import { accessDefects } from './access-table.ts';
import { buildWorld, type OrganizationKey, type PersonKey, type World } from './world.ts';

/** The one question every route asks, asked directly: each branch, with the database that it looks into. */
let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

type Work<Result> = (db: TenantDb, actor: Actor) => Promise<Result> | Result;

function asPerson<Result>(who: PersonKey, work: Work<Result>, change: Partial<Actor> = {}): Promise<Result> {
  const { cookie, tenantId } = world.people[who];
  return inTenant(world.kernel.database, { tenantId, origin: noOrigin }, async (db) => {
    const actor = await findActor(db, hashToken(cookie), new Date(), world.kernel.settings.session);
    if (actor === undefined) {
      throw new Error(`${who} has no session.`);
    }
    return work(db, { ...actor, ...change });
  });
}

const admins: readonly Role[] = ['MSP_SUPER_ADMIN', 'ORG_ADMIN'];
const onOrganization = (roles: readonly Role[]) => ({ kind: 'organization', roles, from: 'path' }) as const;
const mustEnrol = { mustEnrolSecondFactor: true };

const entering = (who: PersonKey, organization: OrganizationKey, roles = admins, change: Partial<Actor> = {}) =>
  asPerson(
    who,
    async (db, actor) => {
      await authorize(db, actor, onOrganization(roles), world.organizations[organization].id);
      const rows = await sqlOf(db)<{ name: string }>`select name from organizations`;
      return rows.map(({ name }) => name);
    },
    change,
  ).catch((error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : error));

describe('on an organization', () => {
  test('whoever is let in sees that organization and none of its siblings', async () => {
    expect(await entering('orgAdmin', 'cedar')).toEqual(['Cedar']);
    expect(await entering('mspAdmin', 'oak')).toEqual(['Oak']);
    expect(await entering('mspUser', 'cedar', ['MSP_USER'])).toEqual(['Cedar']);
  });

  test('an organization that was found ahead is looked at like any other', async () => {
    const ahead = (who: PersonKey, organization: OrganizationKey) =>
      asPerson(who, async (db, actor) => {
        const { id } = world.organizations[organization];
        const found = await findOrganizationKey(db, id);
        await authorize(db, actor, onOrganization(admins), found ?? id);
        return sqlOf(db)<{ name: string }>`select name from organizations`;
      });
    expect(await ahead('orgAdmin', 'cedar')).toEqual([{ name: 'Cedar' }]);
    expect(await ahead('root', 'pine')).toEqual([{ name: 'Pine' }]);
    await expect(ahead('orgAdmin', 'oak')).rejects.toMatchObject({ code: 'organization.not_found' });
    await expect(ahead('orgAdmin', 'pine')).rejects.toMatchObject({ code: 'organization.not_found' });
    await expect(ahead('mspAdmin', 'birch')).rejects.toMatchObject({ code: 'organization.not_found' });
  });

  test('a root user enters the tenant of each', async () => {
    expect(await entering('root', 'pine')).toEqual(['Pine']);
    expect(await entering('root', 'birch')).toEqual(['Birch']);
    const missing = asPerson('root', (db, actor) => authorize(db, actor, onOrganization(admins), 987_654));
    await expect(missing).rejects.toMatchObject({ code: 'organization.not_found' });
  });

  test('what is foreign, unassigned or missing is not found, before the role is looked at', async () => {
    for (const [who, organization] of [
      ['orgAdmin', 'oak'],
      ['orgAdmin', 'pine'],
      ['mspAdmin', 'pine'],
      ['mspAdmin', 'birch'],
      ['mspUser', 'oak'],
      ['employee', 'oak'],
    ] as const) {
      expect(await entering(who, organization)).toBe('organization.not_found');
    }
    const missing = asPerson('mspAdmin', (db, actor) => authorize(db, actor, onOrganization(admins), 987_654));
    await expect(missing).rejects.toMatchObject({ code: 'organization.not_found' });
  });

  test('the wrong role is denied', async () => {
    expect(await entering('employee', 'cedar')).toBe('access.denied');
    expect(await entering('mspUser', 'cedar')).toBe('access.denied');
  });

  test('without an id the person’s own is meant, and somebody without one finds none', async () => {
    const own = await asPerson('orgAdmin', (db, actor) => authorize(db, actor, onOrganization(admins), undefined));
    expect(own).toMatchObject({ organizationId: world.organizations.cedar.id });
    const none = asPerson('mspAdmin', (db, actor) => authorize(db, actor, onOrganization(admins), undefined));
    await expect(none).rejects.toMatchObject({ code: 'organization.not_found' });
  });

  test('whoever must set up a second factor first is told so, even about what is not theirs', async () => {
    expect(await entering('orgAdmin', 'cedar', admins, mustEnrol)).toBe('access.second_factor_needed');
    expect(await entering('orgAdmin', 'pine', admins, mustEnrol)).toBe('access.second_factor_needed');
    const without = asPerson(
      'mspAdmin',
      (db, actor) => authorize(db, actor, onOrganization(admins), undefined),
      mustEnrol,
    );
    await expect(without).rejects.toMatchObject({ code: 'access.second_factor_needed' });
    const underWay = asPerson(
      'orgAdmin',
      (db, actor) => authorizeOrganization(db, actor, admins, world.organizations.cedar.id),
      mustEnrol,
    );
    await expect(underWay).rejects.toMatchObject({ code: 'access.second_factor_needed' });
  });
});

describe('on an MSP', () => {
  const msp = { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] } as const;

  test('its own roles, and root over all of them', async () => {
    expect(await asPerson('mspAdmin', (db, actor) => authorize(db, actor, msp, undefined))).toMatchObject({
      tenantId: world.msps.harbor,
      everyTenant: false,
    });
    expect(await asPerson('root', (db, actor) => authorize(db, actor, msp, undefined))).toMatchObject({
      everyTenant: true,
    });
  });

  test('not another role, and nobody of an organization, whatever list their role stands in', async () => {
    for (const who of ['mspUser', 'mspAuditor', 'orgAdmin', 'employee'] as const) {
      const asked = asPerson(who, (db, actor) => authorize(db, actor, msp, undefined));
      await expect(asked).rejects.toMatchObject({ code: 'access.denied' });
      const listed = asPerson(who, (db, actor) => authorizeMsp(db, actor, admins));
      await expect(listed).rejects.toMatchObject({ code: 'access.denied' });
    }
  });

  test('not without a second factor that is required', async () => {
    const asked = asPerson('mspAdmin', (db, actor) => authorizeMsp(db, actor, msp.roles), mustEnrol);
    await expect(asked).rejects.toMatchObject({ code: 'access.second_factor_needed' });
  });
});

test('the role that counts is the one that the person has now, and whoever is not active any more has none', async () => {
  const { userId } = world.people.employee;
  expect(await asPerson('employee', holdRole, { role: 'ORG_ADMIN' })).toBe('ORG_USER_EMPLOYEE');
  const gone = asPerson('employee', async (db, actor) => {
    await world.owner("update users set status = 'inactive' where id = $1", [userId]);
    return holdRole(db, actor);
  });
  await expect(gone).rejects.toMatchObject({ code: 'session.missing' });
  await world.owner("update users set status = 'active' where id = $1", [userId]);
});

test('one’s own things need nothing but a session, not even the second factor', async () => {
  const own = (change: Partial<Actor>) =>
    asPerson('vendor', async (db, actor) => (await authorize(db, actor, { kind: 'person' }, undefined)) === db, change);
  expect(await own({})).toBe(true);
  expect(await own(mustEnrol)).toBe(true);
});

test('the rules that server and browser share are those written down by hand', () => {
  expect(accessDefects(rules)).toEqual([]);
});
