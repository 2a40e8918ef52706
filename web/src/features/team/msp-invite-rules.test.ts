import { expect, test } from 'vitest';
import { domainOfInviter, isMspInviteComplete, mspEmailProblem, mspEmailProblemOnSubmit } from './msp-invite-rules.ts';

const inviter = 'admin@harbor.example';

const table: ReadonlyArray<readonly [string, string | undefined, string | undefined]> = [
  ['', inviter, undefined],
  ['   ', inviter, undefined],
  ['dana', inviter, 'Please enter a valid email address'],
  ['dana@harbor', inviter, 'Please enter a valid email address'],
  ['dana@cedar.example', inviter, "Email must be from your organization's domain (@harbor.example)"],
  ['dana@not-harbor.example', inviter, "Email must be from your organization's domain (@harbor.example)"],
  ['dana@sub.harbor.example', inviter, "Email must be from your organization's domain (@harbor.example)"],
  ['dana@harbor.example', undefined, 'Invalid email domain'],
  ['Admin@Harbor.example', inviter, 'You cannot invite yourself'],
  ['dana@HARBOR.Example', inviter, undefined],
  ['dana@harbor.example', inviter, undefined],
  ['dana@Hárbor.example', 'admin@xn--hrbor-xqa.example', undefined],
  ['admin@hárbor.example', 'admin@xn--hrbor-xqa.example', 'You cannot invite yourself'],
  ['dana@hárbor.example', inviter, "Email must be from your organization's domain (@harbor.example)"],
];

test.each(table)('typing "%s" as %s says %s', (typed, as, problem) => {
  expect(mspEmailProblem(typed, as)).toBe(problem);
});

test('on submit an empty address is refused too, and the domain is looked at again', () => {
  expect(mspEmailProblemOnSubmit(' ', inviter)).toBe('Email is required');
  expect(mspEmailProblemOnSubmit('dana@cedar.example', inviter)).toBe(
    "Email must be from your organization's domain (@harbor.example)",
  );
  expect(mspEmailProblemOnSubmit('dana@harbor.example', inviter)).toBeUndefined();
});

test('nothing is sent without an address, a role and a tenant', () => {
  const complete = { email: 'dana@harbor.example', role: 'MSP_USER', tenantIds: new Set(['4']) } as const;
  expect(isMspInviteComplete(complete)).toBe(true);
  expect(isMspInviteComplete({ ...complete, email: ' ' })).toBe(false);
  expect(isMspInviteComplete({ ...complete, role: undefined })).toBe(false);
  expect(isMspInviteComplete({ ...complete, tenantIds: new Set() })).toBe(false);
});

test('the inviter’s domain is unknown until their address is', () => {
  expect(domainOfInviter(undefined)).toBeUndefined();
  expect(domainOfInviter('')).toBeUndefined();
  expect(domainOfInviter('Admin@Harbor.example')).toBe('harbor.example');
});
