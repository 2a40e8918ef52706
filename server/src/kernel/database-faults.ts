import { errorCode } from './error-code.ts';
import { Refusal } from './refusal.ts';

/** Connection errors, and what PostgreSQL says while it starts, stops or is full: 503, not a defect. */
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '53200',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '25006',
  // Nothing happened in a transaction for so long that PostgreSQL ended it.
  '25P03',
]);

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  return (
    unavailableCodes.has(errorCode(error)) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/i.test(
      error.message,
    )
  );
}

/** 25P02: refused only because an earlier statement of its transaction failed, whose own answer says why. */
export function isInFailedTransaction(error: unknown): boolean {
  return errorCode(error) === '25P02';
}

/** What a person reads when the database fails; everything else stays as it is. */
export function asRefusal(error: unknown): unknown {
  if (isUnavailable(error)) {
    return new Refusal('database.unavailable', { cause: error, retryAfterSeconds: 2 });
  }
  // 57014: statement_timeout; 55P03: lock_timeout; 40001, 40P01: lost against another transaction.
  if (['57014', '55P03', '40001', '40P01'].includes(errorCode(error))) {
    return new Refusal('server.busy', { cause: error, retryAfterSeconds: 2 });
  }
  return error;
}
