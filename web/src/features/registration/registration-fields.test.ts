import { expect, test } from 'vitest';
import {
  addressProblem,
  emptyFields,
  fieldOfRefusal,
  missingFields,
  type RegistrationFields,
  without,
} from './registration-fields.ts';

const complete: RegistrationFields = {
  firstName: 'Dana',
  lastName: 'Reyes',
  email: 'dana@cedar.example',
  password: 'three unrelated words',
  agreed: true,
};

test('an empty form misses everything, in the words of the specification', () => {
  expect(missingFields(emptyFields, 'Email is required')).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    password: 'Password is required',
    agreed: 'You must agree to continue.',
  });
});

test('the MSP page has its own words for a missing e-mail', () => {
  expect(missingFields({ ...complete, email: '' }, 'Email or phone is required')).toEqual({
    email: 'Email or phone is required',
  });
});

test('blanks count as nothing, and a complete form misses nothing', () => {
  expect(missingFields({ ...complete, firstName: '  ', password: '   ' }, 'Email is required')).toEqual({
    firstName: 'First name is required',
    password: 'Password is required',
  });
  expect(missingFields(complete, 'Email is required')).toEqual({});
});

test('an address that is there has to be one', () => {
  expect(addressProblem('notanemail')).toEqual({ email: 'Please enter a valid email address' });
  expect(addressProblem('dana@cedar.example')).toEqual({});
  expect(addressProblem('  ')).toEqual({});
});

test.each([
  ['password.too_short', 'password'],
  ['password.personal', 'password'],
  ['registration.email_taken', 'email'],
  ['registration.domain_taken', 'email'],
  ['request.too_many', undefined],
])('%s is about the field %s', (code, field) => {
  expect(fieldOfRefusal(code)).toBe(field);
});

test('what the server says of a field stands beside it until the person types into it', () => {
  const errors = { password: 'This password is too common. Please choose another one.' };
  expect(without(errors, new Set(['email']))).toEqual(errors);
  expect(without(errors, new Set(['password']))).toEqual({});
});
