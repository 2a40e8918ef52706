import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { type ListedOrganization, organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { type APIRequestContext, expect, request } from '@playwright/test';
import type { PersonName } from './people.ts';
import { sessionOf } from './fixture.ts';

async function asPerson(person: PersonName, baseURL: string): Promise<APIRequestContext> {
  return request.newContext({ baseURL, storageState: await sessionOf(person, baseURL) });
}

async function tenantsOf(person: PersonName, baseURL: string): Promise<readonly ListedOrganization[]> {
  const calls = await asPerson(person, baseURL);
  const answer = await calls.get('/api/msp-service/msp/tenants');
  expect(answer.ok()).toBe(true);
  const { tenants } = organizationEndpoints.listTenants.reply.parse(await answer.json());
  await calls.dispose();
  return tenants;
}

async function ownOrganization(person: PersonName, baseURL: string): Promise<number> {
  const calls = await asPerson(person, baseURL);
  const { orgId } = authEndpoints.me.reply.parse(await (await calls.get('/api/auth/me')).json());
  await calls.dispose();
  return orgId ?? 0;
}

/** The organizations that the tests speak of. */
export async function findOrganizations(baseURL: string) {
  const mine = await tenantsOf('mspUser', baseURL);
  const all = await tenantsOf('mspAdmin', baseURL);
  const unassigned = all.find(({ id }) => !mine.some((tenant) => tenant.id === id));
  return {
    /** Of Harborview IT, with everybody's demo account. */
    cedar: await ownOrganization('orgAdmin', baseURL),
    /** Independent. */
    birch: await ownOrganization('independentAdmin', baseURL),
    /** Of Harborview IT, but not assigned to its MSP user. */
    unassigned: unassigned?.id ?? 0,
    /** Of Harborview IT, never assessed. */
    fresh: all.find(({ score }) => score === null)?.id ?? 0,
  };
}
