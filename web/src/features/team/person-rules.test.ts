import { expect, test } from 'vitest';
import { offeredRoles, organizationRoleOf, personProblems } from './person-rules.ts';

const addressWords = "Please enter a valid email address containing '@' and '.'.";

test('e-mail and role are required', () => {
  expect(personProblems({ email: '', role: undefined })).toEqual({ email: 'Email and Role are required.' });
  expect(personProblems({ email: '   ', role: 'ORG_ADMIN' })).toEqual({ email: 'Email and Role are required.' });
  expect(personProblems({ email: 'dana@cedar.example', role: undefined })).toEqual({
    role: 'Email and Role are required.',
  });
});

test.each(['dana', 'dana@cedar', 'dana.cedar.example'])("an address needs '@' and '.': %s", (email) => {
  expect(personProblems({ email, role: 'ORG_AUDITOR' })).toEqual({ email: addressWords });
});

test('a bad address is named also while the role is missing', () => {
  expect(personProblems({ email: 'abc', role: undefined })).toEqual({
    email: addressWords,
    role: 'Email and Role are required.',
  });
});

test('a person with both may be sent', () => {
  expect(personProblems({ email: 'dana@cedar.example', role: 'ORG_USER_VENDOR' })).toEqual({});
});

const four = ['ORG_ADMIN', 'ORG_AUDITOR', 'ORG_USER_EMPLOYEE', 'ORG_USER_VENDOR'];

test('the dialog offers four of the six roles of an organization', () => {
  expect(offeredRoles(undefined)).toEqual(four);
  expect(offeredRoles('ORG_USER_EMPLOYEE')).toEqual(four);
});

test('whoever holds another role may keep it', () => {
  expect(offeredRoles('SECURITY_ANALYST')).toEqual(['SECURITY_ANALYST', ...four]);
  expect(organizationRoleOf('SECURITY_ANALYST')).toBe('SECURITY_ANALYST');
  expect(organizationRoleOf('MSP_USER')).toBeUndefined();
  expect(organizationRoleOf(null)).toBeUndefined();
});
