import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { teamEndpoints } from '@sentrywell/contract/team.ts';
import { describe, expect, test } from 'vitest';
import { buildRegisteringWorld } from '../../testing/registering-world.ts';
import { testPassword } from '../../testing/world.ts';
import { forgetOld } from '../forgetting/forget-old.ts';

const { world, linkTo, asOrganization, asMsp, confirm, signIn } = await buildRegisteringWorld();

describe('an account that nobody ever confirmed', () => {
  const founder = 'fiona@neverseen.example';
  const joiner = 'jo@neverseen.example';
  const peopleOf = (ids: readonly string[]) =>
    world.owner<{ text: string }>(
      "select concat_ws('|', status, first_name, last_name, email, password_hash) as text from users where id = any($1) order by id",
      [ids],
    );

  test('loses its name, address and password after 90 days; one that was confirmed and one with a fresh link keep theirs', async () => {
    const kept = 'kept@keptclinic.example';
    const late = 'late@lateclinic.example';
    await asMsp({ email: founder, firstName: 'Fiona' });
    await asMsp({ email: joiner, firstName: 'Jo' });
    await asOrganization({ email: kept });
    await confirm(await linkTo(kept));
    await asOrganization({ email: late });
    const rows = await world.owner<{ id: string }>('select id from users where email = any($1) order by id', [
      [founder, joiner],
    ]);
    const ids = rows.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const chains = () => world.owner('select tenant_id, seq, hash from audit_log order by tenant_id, seq');
    const before = await chains();
    world.clock.move({ days: 89 });
    await forgetOld(world.kernel);
    expect((await peopleOf(ids)).map(({ text }) => text.split('|')[1])).toEqual(['Fiona', 'Jo']);
    world.clock.move({ days: 2 });
    await world.call(registrationEndpoints.resendConfirmation, { body: { email: late } });
    const lateLink = await linkTo(late);
    await forgetOld(world.kernel);

    expect(await peopleOf(ids)).toEqual([{ text: 'inactive||||' }, { text: 'inactive||||' }]);
    expect(await world.owner('select 1 from user_emails where email = any($1)', [[founder, joiner]])).toEqual([]);
    expect(await chains()).toEqual(expect.arrayContaining(before));
    expect(await confirm(lateLink)).toMatchObject({ status: 200 });
    expect((await signIn(kept)).status).toBe(200);
    expect(await forgetOld(world.kernel)).toBe(0);
  });

  test('is no nameless person of the organization that it founded', async () => {
    const boss = 'boss@emptyclinic.example';
    await asOrganization({ email: boss });
    const [row] = await world.owner<{ id: string }>('select organization_id as id from users where email = $1', [boss]);
    const teamOf = async () => {
      const root = { email: 'root@sentrywell.example', password: testPassword };
      const { cookie = '' } = await world.call(authEndpoints.login, { body: root });
      const query = { orgId: row?.id ?? '' };
      const { json } = await world.call(teamEndpoints.listOrganizationTeam, { cookie, query });
      return teamEndpoints.listOrganizationTeam.reply.parse(json).team.map(({ email }) => email);
    };
    expect(await teamOf()).toEqual([boss]);
    world.clock.move({ days: 91 });
    await forgetOld(world.kernel);
    expect(await teamOf()).toEqual([]);
  });

  test('its owner can still come: the address registers anew', async () => {
    expect((await asMsp({ email: founder })).status).toBe(200);
    await confirm(await linkTo(founder));
    expect((await signIn(founder)).status).toBe(200);
  });
});
