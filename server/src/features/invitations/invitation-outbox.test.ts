import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { invitationEndpoints, invitationSent } from '@sentrywell/contract/invitations.ts';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWorld, type World } from '../../testing/world.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outbox-'));
  world = await buildWorld({ environment: { DATA_DIR: folder } });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('without a mail server the mail is kept for the operator, the list says so, and the inviter gets the link', async () => {
  const { inviteMember, listMemberInvitations } = invitationEndpoints;
  const body = { email: 'kept@cedar.example', role: 'ORG_AUDITOR' };
  const { link = '' } = invitationSent.parse((await world.call(inviteMember, { as: 'orgAdmin', body })).json);
  world.clock.move({ minutes: 1 });
  expect(await world.kernel.jobs.runDue()).toBe(1);
  const { json } = await world.call(listMemberInvitations, { as: 'orgAdmin' });
  expect(listMemberInvitations.reply.parse(json).invitations).toMatchObject([{ mail: 'kept' }]);
  const outbox = path.join(folder, 'outbox');
  const [file, ...more] = await readdir(outbox);
  expect(more).toEqual([]);
  expect(file).toMatch(/kept@cedar\.example\.eml$/);
  const mail = await PostalMime.parse(await readFile(path.join(outbox, file ?? '')));
  expect(link).toMatch(/^http:\/\/localhost:3000\/register\/org\?token=/);
  expect(mail.text).toContain(link);
});
