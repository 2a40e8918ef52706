import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../../testing/add-person.ts';
import { buildWorld, type PersonKey, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const {
  listTenants,
  findOrganization,
  renameOrganization,
  deactivateOrganization,
  reactivateOrganization,
  findMspProfile,
  renameMsp,
} = organizationEndpoints;

const names = async (as: PersonKey) =>
  listTenants.reply.parse((await world.call(listTenants, { as })).json).tenants.map(({ name }) => name);
const find = (as: PersonKey, id: number) => world.call(findOrganization, { as, params: { id } });
const rename = (as: PersonKey, id: number, name: string, domainName: string) =>
  world.call(renameOrganization, { as, params: { id }, body: { name, domainName } });

describe('organizations: who may', () => {
  const statusesOf = async (as: PersonKey, id: number, domain = 'cedar.example') => [
    (await rename(as, id, 'Renamed', domain)).status,
    (await world.call(deactivateOrganization, { as, params: { id } })).status,
    (await world.call(reactivateOrganization, { as, params: { id } })).status,
  ];

  test.each([
    'mspUser',
    'mspAuditor',
    'orgAuditor',
    'employee',
    'vendor',
    'securityAnalyst',
    'complianceAnalyst',
  ] as const)('%s changes no organization', async (as) => {
    expect(await statusesOf(as, world.organizations.cedar.id)).toEqual([403, 403, 403]);
  });

  test('an organization’s own admin renames it but does not deactivate it', async () => {
    expect(await statusesOf('orgAdmin', world.organizations.cedar.id)).toEqual([200, 403, 403]);
    const { birch } = world.organizations;
    expect(await statusesOf('independentAdmin', birch.id, 'birch.example')).toEqual([200, 403, 403]);
    expect(await statusesOf('independentAdmin', birch.id)).toEqual([403, 403, 403]);
  });

  test('only a super admin renames the MSP', async () => {
    for (const as of ['mspUser', 'mspAuditor', 'orgAdmin'] as const) {
      expect((await world.call(renameMsp, { as, body: { name: 'Mine' } })).status).toBe(403);
    }
    expect((await world.call(findMspProfile, { as: 'orgAdmin' })).status).toBe(403);
  });
});

describe('organizations: whose they are', () => {
  test('each cell of reach: assigned, not assigned, foreign MSP, independent, missing', async () => {
    const { cedar, oak, pine, birch } = world.organizations;
    const cells: readonly (readonly [PersonKey, readonly [number, number, number, number]])[] = [
      ['root', [200, 200, 200, 200]],
      ['mspAdmin', [200, 200, 404, 404]],
      ['mspUser', [200, 404, 404, 404]],
      ['mspAuditor', [200, 404, 404, 404]],
      ['foreignMspAdmin', [404, 404, 200, 404]],
      ['orgAdmin', [200, 404, 404, 404]],
      ['siblingAdmin', [404, 200, 404, 404]],
      ['independentAdmin', [404, 404, 404, 200]],
      ['employee', [403, 404, 404, 404]],
    ];
    for (const [as, expected] of cells) {
      const statuses = [];
      for (const { id } of [cedar, oak, pine, birch]) {
        statuses.push((await find(as, id)).status);
      }
      expect([as, statuses]).toEqual([as, expected]);
      expect((await find(as, 999_999)).status).toBe(404);
    }
  });

  test('a scope for a foreign or an independent organization opens nothing: the MSP must be the same', async () => {
    const { pine, birch, oak } = world.organizations;
    const person = await addPerson(world, {
      email: 'planted@harbor.example',
      role: 'MSP_USER',
      tenantId: world.msps.harbor,
      assigned: [pine.id, birch.id, oak.id],
    });
    const statuses = [];
    for (const id of [pine.id, birch.id, oak.id]) {
      statuses.push((await world.call(findOrganization, { cookie: person.cookie, params: { id } })).status);
    }
    expect(statuses).toEqual([404, 404, 200]);
    const { json } = await world.call(listTenants, { cookie: person.cookie });
    expect(listTenants.reply.parse(json).tenants.map(({ name }) => name)).toEqual(['Oak']);
  });

  test('foreign and missing are the same answer', async () => {
    const { pine } = world.organizations;
    for (const id of [pine.id, 999_999]) {
      expect((await rename('mspAdmin', id, 'Mine', 'mine.example')).json).toEqual({
        message: "The requested organization could not be found or you don't have access to it.",
        code: 'organization.not_found',
      });
      for (const endpoint of [deactivateOrganization, reactivateOrganization]) {
        expect(await world.call(endpoint, { as: 'mspAdmin', params: { id } })).toMatchObject({
          status: 404,
          json: { code: 'organization.not_found' },
        });
      }
    }
    expect(await names('foreignMspAdmin')).toEqual(['Pine']);
  });
});
