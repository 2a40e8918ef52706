import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { beforeAll, describe, expect, test } from 'vitest';
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
