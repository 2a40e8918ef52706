import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { objectionToDatabase } from './kernel/database-address.ts';
import { isLoopback, leadsToLoopback } from './kernel/loopback.ts';
import { keptSecretTexts, type SecretTexts } from './kernel/secrets.ts';
import { objectionToSmtp } from './kernel/smtp-address.ts';
import { StartFailure } from './kernel/start-failure.ts';

/** Everything an operator can set. The only reader of the environment; README.md lists each with its meaning. */
export type Settings = {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly dataFolder: string;
  /** undefined: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly webOrigins: readonly string[];
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Who gets the messages of the contact page; undefined: they are kept in the database, and in the outbox where no mail is sent. */
  readonly contactEmail: string | undefined;
  readonly google: {
    readonly clientId: string | undefined;
    readonly clientSecret: string | undefined;
    readonly issuer: string;
    readonly apiRoot: string;
    /** Between two readings of the Policy API: Google counts them per project, so all tenants share them. */
    readonly minimumIntervalMs: number;
    /** How long one call to Google may take. */
    readonly timeoutMs: number;
  };
  /** 'auto': on only with the embedded database, an empty data folder, and where people reach it from the machine itself. */
  readonly demo: 'auto' | 'on' | 'off';
  readonly rateLimitFactor: number;
  readonly session: { readonly idleMinutes: number; readonly absoluteHours: number; readonly rememberedDays: number };
  readonly trustedProxies: readonly string[];
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly databaseConnections: number;
  /** Hosts, addresses and networks (10.1.0.0/16) that audit entries may be sent to although they are not public. */
  readonly auditForwardAllow: readonly string[];
  /** Where Prometheus may read the metrics; undefined: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Statements that take so long stand in the log, without their values; undefined: none. */
  readonly slowQueryMs: number | undefined;
};

/** Google would say only that it does not know the client, and only to whoever signs in. */
const word = z.string().regex(/^\S+$/, 'must be without blanks');
const url = (message: string) =>
  z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), message);
const whole = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, `must be from ${minimum} to ${maximum}`);
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const widest = (address: string) => (isIP(address) === 6 ? 128 : 32);

/** Without a prefix any name will do; with one it must be an address, and the prefix must fit it. */
function isNetwork(item: string): boolean {
  const [address = '', prefix] = item.split('/');
  return prefix === undefined || (isIP(address) !== 0 && Number(prefix) <= widest(address));
}

/** A name would never be compared with an address, and a network of everybody would let each caller choose their own. */
function isProxy(item: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(item)) {
    return true;
  }
  const [address = '', prefix = String(widest(item)), ...rest] = item.split('/');
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0;
  return isIP(address) !== 0 && bits >= 1 && bits <= widest(address) && rest.length === 0;
}
const proxies = list.refine(
  (items) => items.every(isProxy),
  'must be a list of addresses or networks such as 127.0.0.1,10.1.0.0/16',
);

function isHost(text: string): boolean {
  return isIP(text) !== 0 || (/^[a-z0-9._-]+$/i.test(text) && URL.canParse(`http://${text}`));
}
const host = z.string().refine(isHost, 'must be an address of this machine or its name, such as 127.0.0.1');

/** Whatever stands behind the name of the host would be lost without a word: everything else is built from the origin. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && [new URL(text).origin, `${new URL(text).origin}/`].includes(new URL(text).href);
}

/** The client's secret and the tokens go there: in clear only as far as this machine. */
const google = url('must be an address').refine(
  (text) => /^https:/i.test(text) || (URL.canParse(text) && leadsToLoopback(text)),
  'must begin with https://',
);
const sender = /^(?:[^<>\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u;

const networks = list.refine(
  (items) => items.every((item) => /^[a-z0-9.:-]+(\/\d{1,3})?$/i.test(item) && isNetwork(item)),
  'must be a list of host names, addresses or networks such as logs.internal,10.1.0.0/16',
);

const judgedBy =
  (objection: (text: string) => string | undefined) =>
  (text: string, context: z.RefinementCtx): void => {
    const message = objection(text);
    if (message !== undefined) {
      context.addIssue({ code: 'custom', message });
    }
  };

/** A blank would be part of the name, and only a shell, and only without quotes, puts the home folder for a tilde. */
const place = (message: string) =>
  z
    .string()
    .refine((text) => text === text.trim(), message)
    .refine(
      (text) => !text.startsWith('~'),
      `${message} that says the home folder in full: nothing puts it for ~ here (./~ is a folder of that name)`,
    );

const shape = z.object({
  HOST: host.default('127.0.0.1'),
  PORT: whole(0, 65_535).default(3000),
  PUBLIC_URL: url('must be an address such as https://app.example.com')
    .refine(isOrigin, 'must end with the name of the host or its port, as https://app.example.com does')
    .optional(),
  DATA_DIR: place('must be the path of a folder').default('./data'),
  DATABASE_URL: z.string().superRefine(judgedBy(objectionToDatabase)).optional(),
  WEB_ORIGINS: list.default([]),
  SMTP_URL: z.string().superRefine(judgedBy(objectionToSmtp)).optional(),
  MAIL_FROM: z.string().regex(sender, 'must be an e-mail address such as Sentrywell <no-reply@example.com>').optional(),
  CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
  GOOGLE_CLIENT_ID: word.optional(),
  GOOGLE_CLIENT_SECRET: word.optional(),
  GOOGLE_ISSUER: google.default('https://accounts.google.com'),
  GOOGLE_API_ROOT: google.default('https://cloudidentity.googleapis.com'),
  GOOGLE_MIN_INTERVAL_MS: whole(0, 60_000).default(1_000),
  GOOGLE_TIMEOUT_MS: whole(50, 60_000).default(15_000),
  SECRETS_FILE: place('must be the path of a file').optional(),
  DEMO: z.enum(['auto', 'on', 'off'], 'must be auto, on or off').default('auto'),
  RATE_LIMIT_FACTOR: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,3})?$/, 'must be a number')
    .transform(Number)
    // Nothing at all would lock people out: after the first wrong password of a stranger already.
    .refine((factor) => factor > 0, 'must be more than 0')
    .default(1),
  SESSION_IDLE_MINUTES: whole(1, 720).default(30),
  SESSION_HOURS: whole(1, 24).default(12),
  SESSION_REMEMBERED_DAYS: whole(1, 7).default(7),
  TRUSTED_PROXIES: proxies.default([]),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
  DATABASE_CONNECTIONS: whole(2, 200).default(12),
  AUDIT_FORWARD_ALLOW: networks.default([]),
  METRICS_HOST: host.default('127.0.0.1'),
  METRICS_PORT: whole(0, 65_535).optional(),
  SLOW_QUERY_MS: whole(0, 600_000).default(500),
});

type Environment = Readonly<Record<string, string | undefined>>;

/** What the process was started with. */
export const environment: Environment = process.env;

type Environmental = z.output<typeof shape>;

function parsed(given: Environment): Environmental {
  // An empty variable, or a blank one, is the same as none: that is how people switch one off.
  const result = shape.safeParse(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value.trim() !== '')),
  );
  if (!result.success) {
    const [issue] = result.error.issues;
    const name = String(issue?.path[0] ?? 'A setting');
    const value = given[name] ?? '';
    // Nobody sees one: `docker --env-file` and a quoted value keep what stands behind it.
    const blank = value === value.trim() ? '' : ' It begins or ends with a blank.';
    throw new StartFailure(`The setting ${name} is not usable: ${issue?.message ?? 'unknown reason'}.${blank}`);
  }
  return result.data;
}

function mustFitTogether(env: Environmental): void {
  for (const origin of env.WEB_ORIGINS) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new StartFailure(
        `The setting WEB_ORIGINS is not usable: "${origin}" is not an origin such as https://app.example.com.`,
      );
    }
  }
  if ((env.GOOGLE_CLIENT_ID === undefined) !== (env.GOOGLE_CLIENT_SECRET === undefined)) {
    throw new StartFailure('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both or neither.');
  }
  // Without it links in mails would lead nowhere, and whoever signs in from another machine would do so in clear, unasked.
  if (env.PUBLIC_URL === undefined && !isLoopback(env.HOST)) {
    throw new StartFailure(
      `PUBLIC_URL is not set, and HOST ${env.HOST} is reached from other machines: set it to how people reach the product.`,
    );
  }
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT !== 0 && env.METRICS_PORT === env.PORT) {
    throw new StartFailure(
      `METRICS_PORT is ${env.METRICS_PORT}, the same as PORT: the metrics need a port of their own.`,
    );
  }
}

/** Mail servers refuse a sender whose domain is no name. */
function usualSender(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[');
  return `Sentrywell <no-reply@${isName ? hostname : 'localhost'}>`;
}

/** @throws StartFailure that names the setting and what is wrong with it. */
export function readSettings(given: Environment): Settings {
  const env = parsed(given);
  mustFitTogether(env);
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    dataFolder: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    webOrigins: env.WEB_ORIGINS,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? usualSender(publicUrl),
    contactEmail: env.CONTACT_EMAIL,
    google: {
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      issuer: env.GOOGLE_ISSUER,
      apiRoot: env.GOOGLE_API_ROOT,
      minimumIntervalMs: env.GOOGLE_MIN_INTERVAL_MS,
      timeoutMs: env.GOOGLE_TIMEOUT_MS,
    },
    demo: env.DEMO,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    session: {
      idleMinutes: env.SESSION_IDLE_MINUTES,
      absoluteHours: env.SESSION_HOURS,
      rememberedDays: env.SESSION_REMEMBERED_DAYS,
    },
    trustedProxies: env.TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    auditForwardAllow: env.AUDIT_FORWARD_ALLOW,
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    slowQueryMs: env.SLOW_QUERY_MS === 0 ? undefined : env.SLOW_QUERY_MS,
  };
}

const secretTexts = z.object({
  PASSWORD_PEPPER: z.string().optional(),
  PASSWORD_PEPPER_PREVIOUS: z.string().optional(),
  DATABASE_APP_PASSWORD: z.string().optional(),
  ENCRYPTION_KEY: z.string().optional(),
  ENCRYPTION_KEY_PREVIOUS: z.string().optional(),
  AUDIT_SIGNING_KEY: z.string().optional(),
  AUDIT_SIGNING_KEY_PREVIOUS: z.string().optional(),
});

/** SECRETS_FILE, else the single variables, else (only with the embedded database) a set kept in the data folder. */
export function readSecretTexts(given: Environment, settings: Settings, production: boolean): SecretTexts {
  const file = given['SECRETS_FILE'];
  if (file !== undefined && file.trim() !== '') {
    const text = textOfSecrets(file);
    try {
      return secretTexts.parse(JSON.parse(text));
    } catch {
      throw new StartFailure(`SECRETS_FILE names ${file}, but it could not be read as JSON.`);
    }
  }
  const single = secretTexts.parse(given);
  const isGiven = Object.values(single).some((text) => text !== undefined && text !== '');
  if (isGiven || production || settings.databaseUrl !== undefined) {
    return single;
  }
  mustHaveKeptThem(settings.dataFolder);
  return keptSecretTexts(settings.dataFolder);
}

function textOfSecrets(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new StartFailure(
      isMissing
        ? `SECRETS_FILE names ${file}, but there is no such file.`
        : `SECRETS_FILE names ${file}, but it cannot be read (${error instanceof Error ? error.message : String(error)}). Check who owns it.`,
    );
  }
}

/** A database that is there was made with secrets: with a new set no password would fit, and no sealed text would open. */
function mustHaveKeptThem(dataFolder: string): void {
  const file = path.join(dataFolder, 'secrets.json');
  if (existsSync(path.join(dataFolder, 'postgres')) && !existsSync(file)) {
    throw new StartFailure(
      `There is a database in ${dataFolder}, but its secrets are not in ${file}. Put that file back, or name the secrets that it was made with by SECRETS_FILE.`,
    );
  }
}

export type { Environment };
