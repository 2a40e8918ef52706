import { type ErrorCode, errors } from '@sentrywell/contract/errors.ts';
import { counted } from './counted.ts';
import { Refusal } from './refusal.ts';

const minute = 60;
const hour = 60 * minute;

/** Never less than the wait itself: who comes back then is let in. */
function inWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 2 * minute) {
    return counted(whole, 'second', 'seconds');
  }
  return whole <= 2 * hour
    ? counted(Math.ceil(whole / minute), 'minute', 'minutes')
    : counted(Math.ceil(whole / hour), 'hour', 'hours');
}

/** A refusal that time alone helps against: its sentence names the wait in place of 'later', and Retry-After does in seconds. */
export function tooMany(code: ErrorCode, waitSeconds: number): Refusal {
  const message = errors[code].message.replace('later', `in ${inWords(waitSeconds)}`);
  return new Refusal(code, { message, retryAfterSeconds: waitSeconds });
}
