import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GoogleWorkspaceEmulator, startGoogleWorkspaceEmulator } from './google-workspace.ts';
import { isObject, type JsonObject } from './json.ts';
import { readPage, tokenFor } from './test-client.ts';

let emulator: GoogleWorkspaceEmulator;

beforeEach(async () => {
  emulator = await startGoogleWorkspaceEmulator();
});
afterEach(() => emulator.stop());

function send(method: string, path: string, body?: unknown): Promise<Response> {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return fetch(`${emulator.url}/emulator${path}`, { method, ...json });
}

async function read(path: string): Promise<JsonObject> {
  const body: unknown = await (await send('GET', path)).json();
  return isObject(body) ? body : {};
}

const imap = 'settings/gmail.imap_access';
const settings = '/workspaces/cedarclinic.example/settings';

function valuesOf(type: string): readonly unknown[] {
  const policies = emulator.workspaces.of('cedarclinic.example').policies();
  return policies.filter(({ setting }) => setting.type === type).map(({ setting }) => setting.value);
}

describe('the controls of the emulator', () => {
  it('change a setting as an administrator would, and change it back', async () => {
    const before = valuesOf(imap);
    expect((await send('POST', settings, { type: imap, value: { enableImapAccess: false } })).status).toBe(204);
    expect(emulator.workspaces.of('cedarclinic.example').settingValue(imap)).toMatchObject({ enableImapAccess: false });
    expect((await send('DELETE', '/workspaces/cedarclinic.example/changes')).status).toBe(204);
    expect(valuesOf(imap)).toEqual(before);
  });

  it('change a setting for one unit', async () => {
    const count = valuesOf(imap).length;
    await send('POST', settings, { type: imap, value: { enableImapAccess: false }, orgUnit: '/Clinical staff/Nurses' });
    await send('POST', settings, { type: imap, value: { enableImapAccess: true }, orgUnit: '/Clinical staff/Nurses' });
    expect(valuesOf(imap)).toHaveLength(count + 1);
    expect((await send('POST', settings, { type: imap, value: {}, orgUnit: '/Nowhere' })).status).toBe(404);
  });

  it('take a setting away', async () => {
    await send('POST', '/workspaces/cedarclinic.example/removed-settings', { type: imap });
    expect(valuesOf(imap)).toEqual([]);
  });

  it('add accounts', async () => {
    const account = { email: 'owner@cedarclinic.example', name: 'Owner', kind: 'super-administrator' };
    expect((await send('POST', '/workspaces/cedarclinic.example/accounts', account)).status).toBe(200);
    expect((await readPage(emulator, await tokenFor(emulator, { email: account.email }))).status).toBe(200);
  });

  it('set and clear faults', async () => {
    expect((await send('POST', '/faults', { kind: 'rate-limited', times: 2 })).status).toBe(204);
    expect(await read('/faults')).toEqual({ faults: [{ kind: 'rate-limited', times: 2 }] });
    await send('DELETE', '/faults');
    expect(await read('/faults')).toEqual({ faults: [] });
    expect((await send('POST', '/faults', { kind: 'earthquake' })).status).toBe(400);
  });

  it('list the tokens that were issued and revoked', async () => {
    const token = await tokenFor(emulator);
    await fetch(`${emulator.url}/revoke`, { method: 'POST', body: new URLSearchParams({ token }) });
    expect(await read('/tokens')).toMatchObject({
      tokens: [{ token, email: 'admin@cedarclinic.example', revokedAt: expect.stringMatching(/^\d{4}-/) }],
    });
  });

  it('list the Workspaces', async () => {
    emulator.workspaces.of('birchdental.example');
    expect(await read('/workspaces')).toMatchObject({ workspaces: [{ domain: 'birchdental.example' }] });
    expect(await read('/workspaces/cedarclinic.example')).toMatchObject({
      accounts: [{ email: 'admin@cedarclinic.example' }, {}, {}],
    });
  });

  it('are closed to other pages of the browser', async () => {
    const forged = await fetch(`${emulator.url}/switch?domain=cedarclinic.example`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({ type: imap }),
    });
    expect(forged.status).toBe(403);
  });
});

describe('the page of the emulator', () => {
  const page = async (path: string): Promise<string> => (await fetch(`${emulator.url}${path}`)).text();

  it('lists the Workspaces that were asked for', async () => {
    emulator.workspaces.of('birchdental.example');
    expect(await page('/')).toContain('birchdental.example');
  });

  it('flips a setting and back', async () => {
    const flip = (): Promise<Response> =>
      fetch(`${emulator.url}/switch?domain=cedarclinic.example`, {
        method: 'POST',
        body: new URLSearchParams({ type: imap }),
      });
    const value = (): unknown => emulator.workspaces.of('cedarclinic.example').settingValue(imap)['enableImapAccess'];
    const before = value();
    expect(await (await flip()).text()).toContain('cedarclinic.example');
    expect(value()).toBe(!before);
    await flip();
    expect(value()).toBe(before);
  });

  it('knows no other settings and no invented domains', async () => {
    const post = (domain: string, type: string): Promise<Response> =>
      fetch(`${emulator.url}/switch?domain=${encodeURIComponent(domain)}`, {
        method: 'POST',
        body: new URLSearchParams({ type }),
      });
    expect((await post('cedarclinic.example', 'settings/no.such')).status).toBe(404);
    expect((await post('<script>', imap)).status).toBe(404);
    expect(await page('/?domain=%3Cscript%3E')).not.toContain('<script');
  });

  it('listens only on loopback', async () => {
    await expect(startGoogleWorkspaceEmulator({ host: '0.0.0.0' })).rejects.toThrow(/loopback/);
  });
});
