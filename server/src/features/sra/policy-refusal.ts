import { type ErrorCode, errors } from '@sentrywell/contract/errors.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { isJsonList, isJsonObject, type Json, jsonIn } from './policy-shape.ts';

/** What Google (google.api.ErrorReason; its older APIs in words of their own) calls a refusal that is no matter of the person's role. */
const codes: ReadonlyMap<string, ErrorCode> = new Map([
  ['SERVICE_DISABLED', 'workspace.api_disabled'],
  ['accessNotConfigured', 'workspace.api_disabled'],
  ['RATE_LIMIT_EXCEEDED', 'workspace.quota'],
  ['RESOURCE_QUOTA_EXCEEDED', 'workspace.quota'],
  ['rateLimitExceeded', 'workspace.quota'],
  ['userRateLimitExceeded', 'workspace.quota'],
  ['quotaExceeded', 'workspace.quota'],
  ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'workspace.scope_missing'],
  ['USER_BLOCKED_BY_ADMIN', 'workspace.blocked_by_admin'],
  // Our own project.
  ['CONSUMER_INVALID', 'workspace.bad_credentials'],
  ['CONSUMER_SUSPENDED', 'workspace.bad_credentials'],
  ['BILLING_DISABLED', 'workspace.bad_credentials'],
  ['USER_PROJECT_DENIED', 'workspace.bad_credentials'],
]);
/** The machinery before every API of Google's: what it refuses has not come to the one that knows who administers a workspace. */
const machinery = 'googleapis.com';

/** Why the Policy API did not answer with policies. Its reason goes to the log, for those who run the server. */
export function refusalOf(status: number, body: string, isFirst: boolean): Refusal {
  const refused = readRefusal(body);
  const code = codeOf(status, refused, isFirst);
  return new Refusal(code, { cause: new Error(`${errors[code].message} (${`${status} ${refused.reason}`.trim()})`) });
}

function codeOf(status: number, { isDenied, reason, domain }: Refused, isFirst: boolean): ErrorCode {
  const known = knownCode(status, reason);
  if (known === 'workspace.quota' || known === 'workspace.api_disabled') {
    return known;
  }
  // Google withdraws a permission in the middle, too, and tokens end: what was good enough for the pages before is not the reason.
  if (!isFirst) {
    return 'workspace.interrupted';
  }
  if (status !== 403 || !isDenied) {
    return 'workspace.failed';
  }
  return known ?? (domain === machinery ? 'workspace.failed' : 'workspace.no_super_admin');
}

function knownCode(status: number, reason: string): ErrorCode | undefined {
  if (status === 429) {
    return 'workspace.quota';
  }
  return status === 403 ? codes.get(reason) : undefined;
}

type Refused = { readonly isDenied: boolean; readonly reason: string; readonly domain: string };

function readRefusal(body: string): Refused {
  const answer = jsonIn(body);
  const error = isJsonObject(answer) && isJsonObject(answer['error']) ? answer['error'] : {};
  const said = [error['details'], error['errors']].flatMap((list) => (isJsonList(list) ? list : []));
  const info = said.filter(isJsonObject).find(({ reason }) => /^\w{1,63}$/.test(textOf(reason)));
  return {
    isDenied: error['status'] === 'PERMISSION_DENIED',
    reason: textOf(info?.['reason']),
    domain: textOf(info?.['domain']),
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
