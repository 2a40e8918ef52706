import { isIP } from 'node:net';
import {
  brokenRule,
  hasImpossiblePort,
  hasReadableUser,
  oneOf,
  type OptionRule,
  wholeNumber,
} from './address-options.ts';

/** Nodemailer takes 0 and nothing at all for false, and any other word for true. */
const yesOrNo: OptionRule = { fits: (value) => value === 'true' || value === 'false', words: 'true or false' };
/** In milliseconds; a text would end the whole server at the first mail. */
const time = wholeNumber(0, 3_600_000, ' (milliseconds)');
const count = wholeNumber(0, 1_000_000);
const anything: OptionRule = { fits: (value) => value !== '', words: 'a text' };
const tlsVersion = oneOf('TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3');

/**
 * What the mail library obeys behind the question mark, and may be told. Left out is what would send elsewhere or nowhere
 * (service, url, sendmail, jsonTransport), opens our own files (disableFileAccess), needs code (getSocket) or is not obeyed.
 */
const rules: ReadonlyMap<string, OptionRule> = new Map([
  ...['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure', 'pool', 'lmtp', 'forceAuth'].map(
    (option) => [option, yesOrNo] as const,
  ),
  ...['logger', 'transactionLog', 'allowInternalNetworkInterfaces', 'tls.rejectUnauthorized'].map(
    (option) => [option, yesOrNo] as const,
  ),
  ...['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'socketCloseTimeout', 'dnsTimeout', 'dnsTtl'].map(
    (option) => [option, time] as const,
  ),
  ...['idleTimeout', 'rateDelta'].map((option) => [option, time] as const),
  ...['maxConnections', 'maxMessages', 'maxRequeues', 'rateLimit'].map((option) => [option, count] as const),
  ...['name', 'servername', 'tls.servername', 'tls.ciphers', 'tls.secureProtocol'].map(
    (option) => [option, anything] as const,
  ),
  ['tls.minVersion', tlsVersion],
  ['tls.maxVersion', tlsVersion],
  // It shows the mails as well, whose links are secrets: transactionLog shows what is said around them.
  [
    'debug',
    { fits: (value) => value === 'false', words: 'false: true writes the mails with their links into the log' },
  ],
  ['port', wholeNumber(1, 65_535)],
  ['localAddress', { fits: (value) => isIP(value) !== 0, words: 'an address of this machine' }],
  ['authMethod', { fits: (value) => /^(plain|login|cram-md5)$/i.test(value), words: 'PLAIN, LOGIN or CRAM-MD5' }],
  ['proxy', { fits: isWebProxy, words: 'an address that begins with http:// or https://' }],
]);

/** For any other kind the library needs a further one, and says so only at the first mail. */
function isWebProxy(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** What the address says by itself wins over its options without a word. */
function contradiction({ protocol, port }: URL, options: ReadonlyMap<string, string>): string | undefined {
  const secure = options.get('secure');
  if (secure !== undefined && secure !== String(protocol === 'smtps:')) {
    return `must be without secure=${secure}, which is not obeyed: smtps:// encrypts from the first word on, smtp:// does not`;
  }
  return options.has('port') && port !== ''
    ? 'must be without the option port, which is not obeyed: it stands behind the host already'
    : undefined;
}

/** Encrypted for whoever answers is as good as in clear, and so is a cipher that hides nothing (level 0 lets it in). */
function weakened(options: ReadonlyMap<string, string>): string | undefined {
  if (options.get('tls.rejectUnauthorized') === 'false') {
    return 'must be without tls.rejectUnauthorized=false, which tells the password to anybody who answers: name who signed the certificate with NODE_EXTRA_CA_CERTS, or add requireTLS=false behind your own walls';
  }
  return /seclevel=0/i.test(options.get('tls.ciphers') ?? '')
    ? 'must have tls.ciphers without SECLEVEL=0, which lets in ciphers that hide nothing of the password: or add requireTLS=false behind your own walls'
    : undefined;
}

/** The first option that is said twice (one of them would be lost) or that has no rule. */
function unwelcome(named: readonly string[]): string | undefined {
  const twice = named.find((option, place) => named.indexOf(option) !== place);
  if (twice !== undefined) {
    return `must say ${twice} once`;
  }
  const unknown = named.find((option) => !rules.has(option));
  return unknown === undefined ? undefined : `must be without the option ${unknown}, which is unknown or not for here`;
}

/** What is wrong with an address of a mail server, as it goes on behind the name of the setting; undefined: nothing. */
export function objectionToSmtp(text: string): string | undefined {
  if (!/^smtps?:\/\//.test(text)) {
    return 'must begin with smtp:// or smtps://';
  }
  if (hasImpossiblePort(text)) {
    return 'must have a port from 1 to 65535';
  }
  if (!hasReadableUser(text) || new URL(text).hostname === '') {
    return 'must be an address such as smtps://user:password@mail.example.com, with %25 for % in it';
  }
  const url = new URL(text);
  const options = new Map(url.searchParams);
  const isGuarded = url.password !== '' && options.get('requireTLS') !== 'false';
  return (
    unwelcome([...url.searchParams.keys()]) ??
    brokenRule(options, rules) ??
    contradiction(url, options) ??
    (isGuarded ? weakened(options) : undefined)
  );
}
