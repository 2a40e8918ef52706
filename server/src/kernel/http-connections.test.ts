import { type AddressInfo, connect } from 'node:net';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, type World } from '../testing/world.ts';

/** What arrives on the socket before there is a request: found by `npm run attack`, kept from coming back here. */
let world: World;
let port = 0;
beforeAll(async () => {
  world = await buildWorld();
  await world.kernel.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = world.kernel.app.server.address() as AddressInfo);
});

/** @returns what came back until the server closed, and after how long. */
function send(bytes: string, waitMs: number): Promise<{ text: string; closed: boolean; milliseconds: number }> {
  return new Promise((resolve) => {
    const began = performance.now();
    let text = '';
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(bytes));
    const done = (closed: boolean) => {
      clearTimeout(limit);
      socket.destroy();
      resolve({ text, closed, milliseconds: performance.now() - began });
    };
    const limit = setTimeout(() => done(false), waitMs);
    socket.on('data', (data) => (text += data.toString('latin1')));
    socket.on('error', () => done(true));
    socket.on('close', () => done(true));
  });
}

describe('a connection', () => {
  test('that brings two hosts, or another one in its address, is refused', async () => {
    const host = `Host: localhost:${port}\r\n`;
    for (const bytes of [
      `GET /api/auth/me HTTP/1.1\r\n${host}Host: evil.example\r\nConnection: close\r\n\r\n`,
      `GET http://evil.example/api/auth/me HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    ]) {
      const { text } = await send(bytes, 3_000);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toContain('"code":"request.wrong_host"');
    }
  });

  test('that sends slowly or nothing is closed within seconds', async () => {
    const slow = await Promise.all([
      send(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\nX-A: `, 12_000),
      send('', 12_000),
    ]);
    for (const { closed, milliseconds } of slow) {
      expect(closed).toBe(true);
      expect(milliseconds).toBeLessThan(9_000);
    }
  });

  test('that brings many requests at once has them answered in turn, and keeps nobody else waiting', async () => {
    const { people, organizations, owner, call, kernel } = world;
    const at = `/api/organization-service/organizations/${organizations.cedar.id}/assessments`;
    const one = `GET ${at} HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: sid=${people.orgAdmin.cookie}\r\n`;
    await owner('begin');
    await owner('lock table assessments in access exclusive mode');
    const many = send(`${`${one}\r\n`.repeat(19)}${one}Connection: close\r\n\r\n`, 15_000);
    await expect.poll(() => kernel.database.use().open - kernel.database.use().idle, { timeout: 5_000 }).toBe(1);
    expect((await call(authEndpoints.me, { as: 'mspAdmin' })).status).toBe(200);
    expect(kernel.database.use()).toMatchObject({ waiting: 0 });
    await owner('rollback');
    const { text } = await many;
    expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(20);
  }, 30_000);
});

test('an address that can’t be decoded is answered like any other, with every header', async () => {
  const reply = await world.kernel.app.inject({ url: '/api/%', headers: { host: 'localhost:3000' } });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ code: 'request.malformed' });
  expect(reply.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
});
