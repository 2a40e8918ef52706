import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { readMigrations } from '../../kernel/migrate.ts';
import { buildWorld, type OrganizationKey, type PersonKey, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
  // Whoever requires one of the own people must have one.
  await world.owner("update users set totp_secret = 'v1.any' where role_id = 4");
});

const at = (organization: OrganizationKey) => ({ query: { orgId: world.organizations[organization].id } });
const change = (as: PersonKey, organization: OrganizationKey, required: boolean) =>
  world.call(accountEndpoints.changeOrganizationRequirement, { as, ...at(organization), body: { required } });
const stateOf = async (organization: OrganizationKey) => {
  const reply = await world.call(accountEndpoints.findOrganizationRequirement, { as: 'root', ...at(organization) });
  const { required, requiredByMsp } = accountEndpoints.findOrganizationRequirement.reply.parse(reply.json);
  return { required, requiredByMsp };
};

const nobody = { required: false, requiredByMsp: false };
const byOrganization = { required: true, requiredByMsp: false };
const byMsp = { required: true, requiredByMsp: true };
const held = {
  status: 403,
  json: {
    code: 'second_factor.required_by_msp',
    message: 'Your provider requires a second factor of everybody here. Only your provider can lift that.',
  },
};

describe('a second factor of an organization’s people: who may lift what', () => {
  test('what the MSP requires only the MSP lifts; the organization’s administrator sees it and is told', async () => {
    expect((await change('mspAdmin', 'cedar', true)).json).toMatchObject(byMsp);
    const seen = await world.call(accountEndpoints.findOrganizationRequirement, { as: 'orgAdmin' });
    expect(seen.json).toMatchObject(byMsp);
    expect(await change('orgAdmin', 'cedar', false)).toMatchObject(held);
    expect(await change('orgAdmin', 'cedar', true)).toMatchObject(held);
    expect(await stateOf('cedar')).toEqual(byMsp);
    const me = await world.call(authEndpoints.me, { as: 'employee' });
    expect(me.json).toMatchObject({ mustEnrolSecondFactor: true });
    expect((await change('mspAdmin', 'cedar', false)).json).toMatchObject(nobody);
    expect((await change('orgAdmin', 'cedar', true)).json).toMatchObject(byOrganization);
    expect((await change('orgAdmin', 'cedar', false)).json).toMatchObject(nobody);
  });

  test('what the organization requires itself outlasts what its MSP requires and lifts', async () => {
    await change('orgAdmin', 'cedar', true);
    expect((await change('mspAdmin', 'cedar', false)).json).toMatchObject(byOrganization);
    expect((await change('mspAdmin', 'cedar', true)).json).toMatchObject(byMsp);
    expect((await change('mspAdmin', 'cedar', false)).json).toMatchObject(byOrganization);
    const me = await world.call(authEndpoints.me, { as: 'employee' });
    expect(me.json).toMatchObject({ mustEnrolSecondFactor: true });
    expect((await change('orgAdmin', 'cedar', false)).json).toMatchObject(nobody);
    const log = await world.owner<{ log: string }>(
      'select log from audit_log where organization_id = $1 and category = $2 order by seq desc limit 2',
      [world.organizations.cedar.id, 'Organization'],
    );
    expect(log.map((entry) => entry.log)).toEqual([
      'A second factor is no longer required',
      'The MSP no longer requires a second factor; the organization still does',
    ]);
  });

  test('a root user requires and lifts as the MSP does', async () => {
    expect((await change('root', 'cedar', true)).json).toMatchObject(byMsp);
    expect(await change('orgAdmin', 'cedar', false)).toMatchObject(held);
    expect((await change('mspAdmin', 'cedar', false)).json).toMatchObject(nobody);
    await change('mspAdmin', 'cedar', true);
    expect((await change('root', 'cedar', false)).json).toMatchObject(nobody);
  });

  test('an organization without an MSP hears of the operator, and of no provider', async () => {
    expect((await change('root', 'birch', true)).json).toMatchObject(byMsp);
    expect(await change('independentAdmin', 'birch', false)).toMatchObject({
      status: 403,
      json: {
        code: 'second_factor.required_by_msp',
        message:
          'The operator of Sentrywell requires a second factor of everybody here. Only the operator can lift that.',
      },
    });
    await change('root', 'birch', false);
    expect((await change('independentAdmin', 'birch', true)).json).toMatchObject(byOrganization);
    await change('root', 'birch', true);
    expect((await change('root', 'birch', false)).json).toMatchObject(byOrganization);
    await change('independentAdmin', 'birch', false);
    const log = await world.owner<{ log: string }>(
      'select log from audit_log where organization_id = $1 and category = $2 order by seq desc offset 1 limit 1',
      [world.organizations.birch.id, 'Organization'],
    );
    expect(log).toEqual([{ log: 'The operator no longer requires a second factor; the organization still does' }]);
  });

  test('of an MSP that requires it and an administrator who lifts it at the same moment the MSP prevails', async () => {
    for (let round = 0; round < 8; round += 1) {
      await change('orgAdmin', 'cedar', true);
      await Promise.all([change('orgAdmin', 'cedar', false), change('mspAdmin', 'cedar', true)]);
      expect(await stateOf('cedar')).toEqual(byMsp);
      await change('mspAdmin', 'cedar', false);
      await change('orgAdmin', 'cedar', false);
    }
  });
});

describe('servers of the version before', () => {
  const writeAsBefore = (required: boolean) =>
    world.owner('update organizations set second_factor_required = $1 where id = $2', [
      required,
      world.organizations.cedar.id,
    ]);

  test('what they lifted nobody requires, and what they required is the organization’s own', async () => {
    await change('mspAdmin', 'cedar', true);
    await writeAsBefore(false);
    expect(await stateOf('cedar')).toEqual(nobody);
    expect((await change('orgAdmin', 'cedar', true)).json).toMatchObject(byOrganization);
    await change('orgAdmin', 'cedar', false);
    await writeAsBefore(true);
    expect(await stateOf('cedar')).toEqual(byOrganization);
    await change('mspAdmin', 'cedar', true);
    expect((await change('mspAdmin', 'cedar', false)).json).toMatchObject(byOrganization);
  });

  test('what was required before is the MSP’s where somebody of it or a root user required it last', async () => {
    await change('mspAdmin', 'oak', true);
    await change('foreignMspAdmin', 'pine', true);
    await change('foreignMspAdmin', 'pine', false);
    await change('foreignAdmin', 'pine', true);
    await change('root', 'birch', true);
    await writeAsBefore(true);
    await world.owner('delete from audit_log where organization_id = $1', [world.organizations.cedar.id]);
    await world.owner(
      'update organizations set second_factor_required_by_msp = false, second_factor_required_by_organization = false',
    );
    const migration = readMigrations().find(({ name }) => name.startsWith('0090'));
    await world.owner(migration?.statements.at(-1) ?? '');
    expect(await Promise.all((['oak', 'pine', 'birch', 'cedar'] as const).map(stateOf))).toEqual([
      byMsp,
      byOrganization,
      byMsp,
      byOrganization,
    ]);
  });
});
