import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { serverNodeOptions } from './bootstrap.mjs';
import { root } from './rules.mjs';

const site = readFileSync(path.join(root, 'deploy/nginx.conf'), 'utf8').replaceAll(/#.*/g, '');

/** @param {string} name @returns {string[]} every value of a directive */
function values(name) {
  return [...site.matchAll(new RegExp(`^\\s*${name}\\s+([^;]+);`, 'gm'))].map(([, value = '']) => value);
}

describe('the site of nginx', () => {
  test('speaks TLS 1.2 and 1.3 alone, with forward secrecy and authenticated ciphers', () => {
    expect(values('listen')).toEqual(['@HTTP@', '@HTTPS@ ssl']);
    expect(values('ssl_protocols')).toEqual(['TLSv1.2 TLSv1.3']);
    expect(values('ssl_session_tickets')).toEqual(['off']);
    for (const ciphers of values('ssl_ciphers').flatMap((list) => list.split(':'))) {
      expect(ciphers).toMatch(/^ECDHE\+(AESGCM|CHACHA20)$/);
    }
  });

  test('leads people from http to https, and no program', () => {
    const [plain = ''] = site.split('listen @HTTPS@');
    expect(plain).toMatch(/location \/api\/ \{ return 404; \}/);
    expect(plain).toMatch(/location \/ \{ return 308 @PUBLIC_URL@/);
    expect(plain).not.toContain('proxy_pass');
  });

  test('replaces the address that a caller claims, and says no version', () => {
    expect(values('proxy_set_header')).toContain('X-Forwarded-For $remote_addr');
    expect(site).not.toContain('proxy_add_x_forwarded_for');
    expect(values('server_tokens')).toEqual(['off']);
  });
});

test('the unit of systemd starts the server with the options of Node that `npm run serve` gives it', () => {
  const unit = readFileSync(path.join(root, 'deploy/sentrywell@.service'), 'utf8');
  expect(/^ExecStart=\S+ (.*)$/m.exec(unit)?.[1]).toBe([...serverNodeOptions, 'server/src/main.ts --serve'].join(' '));
});
