/** What is said of the place and the kind of an error; never a row (`detail`), a recipient (`rejected`) or what was sent. */
const kept = [
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'command',
  'responseCode',
  // What an OAuth server calls it (invalid_client), and the status that it answered with.
  'error',
  'status',
] as const;

const address = /[\w.!#$%&'*+=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;
const deepest = 5;

/** A mail server repeats whom it does not know, and a sentence of the database may hold what it could not read. */
const withoutPeople = (text: string) => text.replace(address, '…@…');

export type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [more: string]: unknown;
};

/** An error as it stands in the server's log, with its causes: names and addresses of people do not go there. */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: '', stack: '' };
  }
  const known: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(error).filter(([name]) => kept.some((word) => word === name)),
  );
  const causes = [error.cause, ...(error instanceof AggregateError ? (error.errors as unknown[]) : [])];
  const deeper = depth < deepest ? causes.filter((cause) => cause instanceof Error) : [];
  return {
    type: error.name,
    message: withoutPeople(error.message),
    stack: withoutPeople(error.stack ?? ''),
    ...known,
    ...(deeper.length === 0 ? {} : { causes: deeper.map((cause) => errorForLog(cause, depth + 1)) }),
  };
}
