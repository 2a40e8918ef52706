import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { storeInvitation } from '../../testing/stored-invitation.ts';
import { buildWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const jane = { firstName: 'Jane', lastName: 'Doe', password: 'seven green kettles sing', token: '' };
const asOrganization = (body: object) =>
  world.call(registrationEndpoints.registerOrganization, { body: { ...jane, ...body } });
const asMsp = (body: object) => world.call(registrationEndpoints.registerMsp, { body: { ...jane, ...body } });

describe('registering: what is refused before anything is written', () => {
  test.each([
    [{ role: 'MSP_SUPER_ADMIN' }],
    [{ isRootUser: true }],
    [{ mspId: 2 }],
    [{ status: 'active' }],
    [{ firstName: 'Ja\u0000ne' }],
    [{ firstName: 'Ja\u001bne' }],
    [{ lastName: '\ud800' }],
    [{ firstName: '   ' }],
    [{ firstName: 'x'.repeat(101) }],
    [{ email: 'two@@signs.example' }],
    [{ email: 'line@break.example\r\nBcc: x@y.example' }],
    [{ email: 'nodot@localhost' }],
    [{ email: '' }],
    [{ password: '' }],
    [{ password: 'x'.repeat(257) }],
    [{ token: '../../etc/passwd' }],
  ])('%j is refused as invalid and writes nothing', async (change) => {
    const counts = () =>
      world.owner('select (select count(*) from users) as users, (select count(*) from tenants) as tenants');
    const before = await counts();
    for (const register of [asOrganization, asMsp]) {
      const reply = await register({ email: 'mallory@intruder.example', ...change });
      expect(reply).toMatchObject({ status: 400, json: { code: 'request.invalid' } });
    }
    expect(await counts()).toEqual(before);
  });

  test.each([
    ['too short pass', 'password.too_short'],
    ['password12345678', 'password.too_common'],
    ['doe@weak.example', 'password.personal'],
  ])('the password "%s" is refused: %s', async (password, code) => {
    expect(await asMsp({ email: 'doe@weak.example', password })).toMatchObject({ status: 400, json: { code } });
  });
});

test('an address of a domain with other letters than a to z is one with its encoded form, at the registration and at the login', async () => {
  const letters = 'owner@Müllers-klinik.example';
  const encoded = 'owner@xn--mllers-klinik-wob.example';
  expect(await asOrganization({ email: letters })).toMatchObject({ status: 200 });
  expect(await asOrganization({ email: encoded })).toMatchObject({ status: 409 });
  for (const email of [letters, encoded]) {
    const body = { email, password: jane.password };
    expect(await world.call(authEndpoints.login, { body })).toMatchObject({ status: 200 });
  }
});

describe('whoever is invited registers with the address that was invited', () => {
  test.each([
    ['words', 'nothing like an address'],
    ['two signs', 'two@@signs.example'],
    ['nothing that any field takes', `a\u0000${'long'.repeat(200)}`],
  ])('whatever stands in its place: %s', async (_what, typed) => {
    const email = `typed${typed.length}@cedar.example`;
    const organizationId = world.organizations.cedar.id;
    const token = await storeInvitation(world, { kind: 'org_member', role: 'ORG_AUDITOR', email, organizationId });
    expect(await asOrganization({ email: typed, token })).toMatchObject({ status: 200, json: { next: 'sign_in' } });
    expect(await world.owner('select 1 from users where email = $1', [email])).toHaveLength(1);
  });

  test('and not at all with a token that is none', async () => {
    expect(await asOrganization({ email: 'two@@signs.example', token: 'no-invitation-has-this-token' })).toMatchObject({
      status: 404,
      json: { code: 'invitation.not_found' },
    });
  });

  test('who is not invited is told what is wrong with the address, beside what else is wrong', async () => {
    expect(await asOrganization({ firstName: ' ', email: 'two@@signs.example' })).toMatchObject({
      status: 400,
      json: {
        issues: [
          { path: 'firstName', message: 'First name is required' },
          { path: 'email', message: 'Please enter a valid email address' },
        ],
      },
    });
  });
});
