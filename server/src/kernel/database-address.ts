import {
  brokenRule,
  hasImpossiblePort,
  hasReadableUser,
  oneOf,
  type OptionRule,
  wholeNumber,
} from './address-options.ts';

const longest = 2_147_483_647;
/** The driver takes the number and leaves the unit: of 5s it would make five thousandths of a second. */
const time: OptionRule = {
  fits: (value) => /^\d{1,10}(ms)?$/.test(value) && Number.parseInt(value, 10) <= longest,
  words: `milliseconds, a whole number from 0 to ${longest}`,
};

/** What the driver reads itself and gets wrong without a word, or ends in a stack over. PostgreSQL judges the rest. */
const rules: ReadonlyMap<string, OptionRule> = new Map([
  ['port', wholeNumber(1, 65_535)],
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'].map(
    (option) => [option, time] as const,
  ),
  ['sslmode', oneOf('disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify')],
  ['sslnegotiation', oneOf('postgres', 'direct')],
  ['replication', oneOf('false', 'off', 'no', '0')],
]);

/** What the driver makes of `ssl` alone: any other word, false too, would be taken for settings of TLS. */
const plainTls = new Map([['ssl', oneOf('true', '1', '0', 'no-verify')]]);

function tlsObjection(options: ReadonlyMap<string, string>): string | undefined {
  const mode = options.get('sslmode');
  const isTold = ['sslmode', 'sslcert', 'sslkey', 'sslrootcert'].some((option) => options.has(option));
  const isOff = mode === 'disable' || (!isTold && options.get('ssl') === '0');
  if (options.get('sslnegotiation') === 'direct' && isOff) {
    return 'must be without sslnegotiation=direct where it turns TLS off';
  }
  if (mode === 'verify-ca' && options.get('uselibpqcompat') === 'true' && !options.has('sslrootcert')) {
    return 'must name with sslrootcert who signed the certificate where it says sslmode=verify-ca as libpq means it';
  }
  return isTold ? undefined : brokenRule(options, plainTls);
}

/** What is wrong with an address of a database, as it goes on behind the name of the setting; undefined: nothing. */
export function objectionToDatabase(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(text)) {
    return 'must begin with postgres://';
  }
  if (hasImpossiblePort(text)) {
    return 'must have a port from 1 to 65535';
  }
  if (!hasReadableUser(text)) {
    return 'must be an address such as postgres://user:password@host:5432/database, with %25 for % in it';
  }
  // The driver would make it a part of the name of the database, or of the last option.
  if (text !== text.trim()) {
    return 'must be an address such as postgres://user:password@host:5432/database';
  }
  // As the driver reads them: the last of a name counts, and one without a value is none.
  const options = new Map([...new URL(text).searchParams].filter(([, value]) => value !== ''));
  const [cut] = [...options].find(([, value]) => value.includes('\0')) ?? [];
  if (cut !== undefined) {
    return `must say ${cut} without %00`;
  }
  return brokenRule(options, rules) ?? tlsObjection(options);
}
