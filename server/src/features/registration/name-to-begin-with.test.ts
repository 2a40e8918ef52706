import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const password = 'seven green kettles sing';
/** Each as long as a name may be; the hundredth place of both together lies within a sign of two. */
const long = { firstName: 'a'.repeat(98), lastName: `𝒜${'b'.repeat(98)}` };
const short = { firstName: 'Jane', lastName: 'Doe' };

async function cookieOf(email: string): Promise<string> {
  const { cookie = '' } = await world.call(authEndpoints.login, { body: { email, password } });
  return cookie;
}

describe('the name that a registration gives can be saved again in the settings, and ends with a whole sign', () => {
  const longDomain = `${'long-'.repeat(40)}name.example`;
  const cases = [
    ['of the person', { ...long, email: 'long.name@gmail.com' }, 'a'.repeat(98)],
    [
      'of a domain with letters beyond a to z',
      { ...short, email: 'jane@xn--zahnrzte-bcher-8hb40b.example' },
      'Zahnärzte Bücher',
    ],
    ['of a domain that only looks encoded', { ...short, email: 'jane@xn--a.example' }, 'Xn A'],
    ['of the domain', { ...short, email: `jane@${longDomain}` }, 'Long '.repeat(20).trim()],
  ] as const;

  test.each(cases)('an organization’s, made from the name %s', async (_whose, { email, ...person }, name) => {
    const body = { ...person, email, password, token: '' };
    expect((await world.call(registrationEndpoints.registerOrganization, { body })).status).toBe(200);
    const cookie = await cookieOf(email);
    const { orgId } = authEndpoints.me.reply.parse((await world.call(authEndpoints.me, { cookie })).json);
    const params = { id: orgId ?? 0 };
    const found = await world.call(organizationEndpoints.findOrganization, { cookie, params });
    const { organization } = organizationEndpoints.findOrganization.reply.parse(found.json);
    expect(organization.name).toBe(name);
    const renamed = { name: organization.name, domainName: organization.domainName };
    expect((await world.call(organizationEndpoints.renameOrganization, { cookie, params, body: renamed })).status).toBe(
      200,
    );
  });

  test.each(cases)('an MSP’s, made from the name %s', async (_whose, { email, ...person }, name) => {
    const own = email.replace('@', '.msp@');
    const body = { ...person, email: own, password, token: '' };
    expect((await world.call(registrationEndpoints.registerMsp, { body })).status).toBe(200);
    const cookie = await cookieOf(own);
    const found = await world.call(organizationEndpoints.findMspProfile, { cookie });
    const { msp } = organizationEndpoints.findMspProfile.reply.parse(found.json);
    expect(msp.name).toBe(name);
    const reply = await world.call(organizationEndpoints.renameMsp, { cookie, body: { name: msp.name } });
    expect(reply.status).toBe(200);
  });
});
