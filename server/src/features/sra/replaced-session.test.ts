import { authEndpoints, passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { errors } from '@sentrywell/contract/errors.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { finishSignIn, signInAtGoogle, startSignIn } from '../../testing/workspace-sign-in.ts';
import { testPassword } from '../../testing/world.ts';

let world: AssessingWorld['world'];
let google: AssessingWorld['google'];
beforeAll(async () => {
  ({ world, google } = await buildAssessingWorld());
});

const newPassword = 'seven green kettles sing';
const stepUp = async (cookie: string) =>
  (await world.call(authEndpoints.stepUp, { cookie, body: { password: testPassword } })).cookie ?? '';
const changePassword = async (cookie: string) =>
  (await world.call(passwordEndpoints.changePassword, { cookie, body: { currentPassword: testPassword, newPassword } }))
    .cookie ?? '';
const isBeingRead = () => google.tokens().some(({ revokedAt }) => revokedAt === undefined);
const statusOf = async (cookie: string, uuid: string | undefined) =>
  (await world.call(sraEndpoints.listPolicies, { cookie, query: { uuid } })).status;

describe('a sign-in to Google goes on when its session gets a new secret', () => {
  test.each([
    ['a member steps up', 'orgAdmin', stepUp],
    ['somebody of the MSP steps up', 'mspAdmin', stepUp],
    ['a root user, who is in another tenant, steps up', 'root', stepUp],
    ['a member changes the password', 'securityAnalyst', changePassword],
  ] as const)('%s', async (_how, as, replace) => {
    const { cookie: first } = world.people[as];
    const query = await signInAtGoogle(await startSignIn(world, as, 'cedar'));
    const second = await replace(first);
    // What the session was called before opens nothing any more.
    expect((await finishSignIn(world, query, { cookie: first })).uuid).toBeUndefined();
    const { uuid } = await finishSignIn(world, query, { cookie: second });
    expect(uuid).toBeDefined();
    expect(await statusOf(second, uuid)).toBe(200);
    expect(await statusOf(first, uuid)).toBe(401);
  });

  test('also while what it asked for is being read, and not when the session ends meanwhile', async () => {
    const { cookie: first } = world.people.foreignMspAdmin;
    const reading = async (cookie: string) => {
      const { pine } = world.organizations;
      const query = { orgId: pine.id, expectedDomain: 'pine.example' };
      const { json } = await world.call(sraEndpoints.startWorkspaceSignIn, { cookie, query });
      const { authUrl } = sraEndpoints.startWorkspaceSignIn.reply.parse(json);
      google.faults.set({ kind: 'slow', milliseconds: 600, times: 1 });
      return finishSignIn(world, await signInAtGoogle(authUrl), { cookie });
    };
    const finishing = reading(first);
    await expect.poll(isBeingRead).toBe(true);
    const second = await stepUp(first);
    const { uuid } = await finishing;
    expect(uuid).toBeDefined();
    expect(await statusOf(second, uuid)).toBe(200);
    const ended = reading(second);
    await expect.poll(isBeingRead).toBe(true);
    const third = await stepUp(second);
    await world.call(authEndpoints.logout, { cookie: third });
    expect(await ended).toMatchObject({ uuid: undefined, message: errors['session.missing'].message });
  });

  test('what it read stays open, and for no other session of the same person', async () => {
    const { cookie: first } = world.people.siblingAdmin;
    const query = await signInAtGoogle(await startSignIn(world, 'siblingAdmin', 'oak'));
    const { email } = world.people.siblingAdmin;
    const signedIn = await world.call(authEndpoints.login, { body: { email, password: testPassword } });
    const other = signedIn.cookie ?? '';
    expect((await finishSignIn(world, query, { cookie: other })).uuid).toBeUndefined();
    const { uuid } = await finishSignIn(world, query, { cookie: first });
    expect(await statusOf(first, uuid)).toBe(200);
    const second = await stepUp(first);
    expect(await statusOf(second, uuid)).toBe(200);
    expect(await statusOf(other, uuid)).toBe(404);
  });
});
