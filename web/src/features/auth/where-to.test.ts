import { expect, test } from 'vitest';
import { whereTo } from './where-to.ts';

const msp = { userType: 'msp', orgId: null } as const;
const organization = { userType: 'organization', orgId: 7 } as const;

test('people of an MSP go to its dashboard, people of an organization to theirs, anyone else to /dashboard', () => {
  expect(whereTo(msp, null)).toBe('/msp/dashboard');
  expect(whereTo(organization, null)).toBe('/org/7/dashboard');
  expect(whereTo({ userType: 'organization', orgId: null }, null)).toBe('/dashboard');
});

test('whoever was going somewhere goes on there', () => {
  expect(whereTo(msp, { from: '/msp/team?tab=open' })).toBe('/msp/team?tab=open');
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
  'nobody is sent outside our own origin: %s',
  (from) => {
    expect(whereTo(msp, { from })).toBe('/msp/dashboard');
  },
);
