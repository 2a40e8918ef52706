import { type ErrorCode, errors } from '@sentrywell/contract/errors.ts';

export type Issue = { readonly path: string; readonly message: string };

type RefusalOptions = {
  readonly cause?: unknown;
  /** A sentence that says more than the one in the contract, for instance with a name in it. */
  readonly message?: string;
  readonly issues?: readonly Issue[];
  /** Sent as Retry-After. */
  readonly retryAfterSeconds?: number;
};

/** An expected "no": its code decides status and sentence. Anything else that is thrown is a defect. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(options.message ?? errors[code].message, { cause: options.cause });
    this.code = code;
    this.status = errors[code].status;
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A refusal that is about one field of a form: its sentence is shown beside that field (ruling R5). */
export function onField(path: string, code: ErrorCode, message: string = errors[code].message): Refusal {
  return new Refusal(code, { message, issues: [{ path, message }] });
}
