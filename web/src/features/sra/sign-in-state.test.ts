import { errors } from '@sentrywell/contract/errors.ts';
import { expect, test } from 'vitest';
import { idle, isListening, isUnderWay, nextSignIn, type SignInEvent, signInWords } from './sign-in-state.ts';

const uuid = '00000000-0001-8abc-9def-0123456789ab';
const success: SignInEvent = { type: 'message', data: { type: 'OAUTH_SUCCESS', uuid } };

function after(...events: readonly SignInEvent[]) {
  return events.reduce(nextSignIn, idle);
}

const waiting = [{ type: 'started' }, { type: 'sent' }] as const;

test('a sign-in goes from the popup over Google to the policies and is over', () => {
  expect(after({ type: 'started' })).toEqual({ phase: 'starting' });
  expect(after(...waiting)).toEqual({ phase: 'waiting' });
  expect(after(...waiting, success)).toEqual({ phase: 'reading', uuid });
  expect(after(...waiting, success, { type: 'loaded' })).toEqual(idle);
});

test.each([
  ['blocked', signInWords.blocked, [{ type: 'started' }, { type: 'blocked' }]],
  ['closed before it got to Google', signInWords.closed, [{ type: 'started' }, { type: 'closed' }]],
  ['closed early', signInWords.closed, [...waiting, { type: 'closed' }]],
  ['never answering', signInWords.expired, [...waiting, { type: 'expired' }]],
  [
    'answering without uuid',
    signInWords.noUuidInMessage,
    [...waiting, { type: 'message', data: { type: 'OAUTH_SUCCESS' } }],
  ],
  ['not started', signInWords.startFailed, [{ type: 'started' }, { type: 'refused', detail: '' }]],
  ['read but not fetched', signInWords.noPolicies, [...waiting, success, { type: 'unreadable', detail: '' }]],
] satisfies [string, string, SignInEvent[]][])('a popup that is %s ends with a sentence', (_, message, events) => {
  const state = after(...events);
  expect(state).toMatchObject({ phase: 'failed', message });
  expect(isUnderWay(state)).toBe(false);
});

test('the server’s reason stands beside the sentence, unless it is the same', () => {
  const detail = errors['workspace.not_configured'].message;
  expect(after({ type: 'started' }, { type: 'refused', detail })).toMatchObject({ detail });
  const same = after(...waiting, success, { type: 'unreadable', detail: errors['assessment.no_uuid'].message });
  expect(same).not.toHaveProperty('detail');
});

test('messages are heard only while a sign-in is pending', () => {
  expect(nextSignIn(idle, success)).toEqual(idle);
  expect(after({ type: 'started' }, success)).toEqual({ phase: 'starting' });
  expect(after(...waiting, { type: 'cancelled' }, success)).toEqual(idle);
  expect(after(...waiting, { type: 'expired' }, success)).toMatchObject({ phase: 'failed' });
});

test('a second answer changes nothing', () => {
  const other: SignInEvent = { type: 'message', data: { type: 'OAUTH_SUCCESS', uuid: uuid.replace('1', '2') } };
  expect(after(...waiting, success, other)).toEqual({ phase: 'reading', uuid });
});

test('a popup that only looks closed may still answer, until the sign-in has expired', () => {
  const closed = after(...waiting, { type: 'closed' });
  expect(isListening(closed)).toBe(true);
  expect(nextSignIn(closed, success)).toEqual({ phase: 'reading', uuid });
  const expired = nextSignIn(closed, { type: 'expired' });
  expect(expired).toMatchObject({ message: signInWords.closed });
  expect(isListening(expired)).toBe(false);
});

test('only sentences of our own are repeated', () => {
  const say = (message: string) => after(...waiting, { type: 'message', data: { type: 'OAUTH_ERROR', message } });
  const own = errors['workspace.cancelled'].message;
  expect(say(own)).toMatchObject({ phase: 'failed', message: own });
  expect(say('Call 555-0100 to unlock your account')).toMatchObject({ message: signInWords.failed });
});

test('the answer to a sign-in in another tab leaves this one waiting', () => {
  expect(after(...waiting, success, { type: 'foreign' })).toEqual({ phase: 'waiting' });
});

test('a new sign-in starts from any state', () => {
  expect(after(...waiting, { type: 'closed' }, { type: 'started' })).toEqual({ phase: 'starting' });
});
