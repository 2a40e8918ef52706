import { expect, test } from 'vitest';
import { isDialogRole, personProblem } from './person-rules.ts';

test('e-mail and role are required', () => {
  expect(personProblem({ email: '', role: undefined })).toEqual({
    field: 'email',
    message: 'Email and Role are required.',
  });
  expect(personProblem({ email: '   ', role: 'ORG_ADMIN' })?.field).toBe('email');
  expect(personProblem({ email: 'dana@cedar.example', role: undefined })).toEqual({
    field: 'role',
    message: 'Email and Role are required.',
  });
});

test.each(['dana', 'dana@cedar', 'dana.cedar.example'])("an address needs '@' and '.': %s", (email) => {
  expect(personProblem({ email, role: 'ORG_AUDITOR' })).toEqual({
    field: 'email',
    message: "Please enter a valid email address containing '@' and '.'.",
  });
});

test('a person with both may be sent', () => {
  expect(personProblem({ email: 'dana@cedar.example', role: 'ORG_USER_VENDOR' })).toBeUndefined();
});

test('the dialog offers four of the six roles of an organization', () => {
  expect(isDialogRole('ORG_USER_EMPLOYEE')).toBe(true);
  expect(isDialogRole('SECURITY_ANALYST')).toBe(false);
  expect(isDialogRole(null)).toBe(false);
});
