import { existsSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { counted } from './kernel/counted.ts';
import { type Database, openDatabase, usualLimits } from './kernel/database.ts';
import { isUnavailable } from './kernel/database-faults.ts';
import { errorCode } from './kernel/error-code.ts';
import { startEmbeddedPostgres } from './kernel/embedded-postgres.ts';
import { losesStatements } from './kernel/lost-statements.ts';
import { migrate, missingMigrations } from './kernel/migrate.ts';
import type { Secrets } from './kernel/secrets.ts';
import { StartFailure } from './kernel/start-failure.ts';
import { isRefusedConnection, withClient } from './kernel/with-client.ts';
import type { Settings } from './settings.ts';

const restrictedLogin = 'app_login';

export type StartedDatabase = {
  /** The schema's owner; undefined where DATABASE_URL signs in as the restricted login. */
  readonly owner: pg.ClientConfig | undefined;
  /** The restricted login that the server works with. */
  readonly app: pg.ClientConfig;
  readonly embedded: boolean;
  readonly stop: () => Promise<void>;
};

/**
 * Starts the embedded database or reaches the one of DATABASE_URL, brings its schema up to date, and checks that the
 * server's own login can't pass row security.
 */
export async function startDatabase(
  settings: Settings,
  secrets: Secrets,
  onProgress: (step: string) => void,
): Promise<StartedDatabase> {
  const started =
    settings.databaseUrl === undefined ? await embedded(settings, onProgress) : external(settings.databaseUrl, secrets);
  try {
    if (started.owner === undefined) {
      await mustHaveGrants(started.app);
      await mustBeMigrated(started.app);
    } else {
      const applied = await migrate(started.owner);
      if (applied.length > 0) {
        onProgress(`Brought the database up to date (${counted(applied.length, 'step', 'steps')}).`);
      }
      if (!started.embedded) {
        await setRestrictedPassword(started.owner, secrets.databaseAppPassword);
      }
      await mustHaveGrants(started.app);
    }
    // With what the server sets for each of its connections: a pooler in between may refuse that.
    const asServed = { ...started.app, ...usualLimits };
    await mustBeRestricted(asServed);
    if (!started.embedded && (await losesStatements(asServed))) {
      throw new StartFailure(
        'The PgBouncer in front of the database hands a connection on after each transaction and knows no prepared statements: with several people at once most calls would fail. Give it pool_mode = session or, from 1.21 on, max_prepared_statements above 300, and see docs/scale.md.',
      );
    }
    return started;
  } catch (error) {
    await started.stop();
    throw asStartFailure(error, settings);
  }
}

/** For the programs beside the server: works with the server's own restricted login, and ends what was started for it. */
export async function withDatabase<Result>(
  settings: Settings,
  secrets: Secrets,
  { say, work }: { readonly say: (sentence: string) => void; readonly work: (database: Database) => Promise<Result> },
): Promise<Result> {
  const started = await startDatabase(settings, secrets, say);
  const database = openDatabase({ connection: started.app, connections: 2, log: { warn: () => undefined } });
  try {
    return await work(database);
  } finally {
    await database.close();
    await started.stop();
  }
}

/** In a wrong folder a database would be made, and found to be in order: there is nothing in it. */
export function mustHaveDatabase({ databaseUrl, dataFolder }: Place, consequence: string): void {
  if (databaseUrl === undefined && !existsSync(path.join(dataFolder, 'postgres'))) {
    throw new StartFailure(`There is no database in ${dataFolder}, so ${consequence}. Check DATA_DIR.`);
  }
}

async function embedded(settings: Settings, onProgress: (step: string) => void): Promise<StartedDatabase> {
  const server = await startEmbeddedPostgres({ dataFolder: settings.dataFolder, onProgress });
  const shared = { host: server.socketFolder, database: 'postgres' };
  return {
    owner: { ...shared, user: 'postgres' },
    app: { ...shared, user: restrictedLogin },
    embedded: true,
    stop: server.stop,
  };
}

function external(databaseUrl: string, secrets: Secrets): StartedDatabase {
  const stop = async () => undefined;
  const url = new URL(databaseUrl);
  const limits = { connectionTimeoutMillis: 5_000 };
  if (decodeURIComponent(url.username) === restrictedLogin) {
    return { owner: undefined, app: { connectionString: databaseUrl, ...limits }, embedded: false, stop };
  }
  const appUrl = new URL(databaseUrl);
  appUrl.username = restrictedLogin;
  appUrl.password = encodeURIComponent(secrets.databaseAppPassword);
  return {
    owner: { connectionString: databaseUrl, ...limits },
    app: { connectionString: appUrl.href, ...limits },
    embedded: false,
    stop,
  };
}

/**
 * Two servers that start at the same moment set the same password; the one that comes second may meet the first. An owner who
 * may no longer make roles (deploy/close.sql) can't set it either: then it is the one that was set there.
 */
async function setRestrictedPassword(owner: pg.ClientConfig, password: string): Promise<void> {
  await withClient(owner, async (client) => {
    try {
      await client.query(`alter role ${restrictedLogin} password ${client.escapeLiteral(password)}`);
    } catch (error) {
      // 42704: there is no such role, and so no grant to it either.
      if (errorCode(error) === '42704') {
        throw new StartFailure(withoutGrants, { cause: error });
      }
      if (!(error instanceof Error && /tuple concurrently updated|permission denied/.test(error.message))) {
        throw error;
      }
    }
  });
}

const withoutGrants = `The database was restored without what it grants to the login ${restrictedLogin}. Restore it once more, with all of that (pg_restore without --no-privileges), into a PostgreSQL that has the roles: "npm run migrate" on an empty database there makes them.`;

/** By the catalogue, which everybody may read: whoever may not use the schema does not even see that there is a table. */
async function mustHaveGrants(app: pg.ClientConfig): Promise<void> {
  await withClient(app, async (client) => {
    const { rows } = await client.query<{ granted: boolean }>(`
      select has_schema_privilege(relnamespace, 'usage') and has_table_privilege(oid, 'select') as granted
      from pg_class where relnamespace = 'public'::regnamespace and relname = 'migrations'`);
    if (rows[0]?.granted === false) {
      throw new StartFailure(withoutGrants);
    }
  });
}

async function mustBeMigrated(app: pg.ClientConfig): Promise<void> {
  const missing = await missingMigrations(app);
  const [first] = missing;
  if (first !== undefined) {
    const name = missing.length === 1 ? first : `first: ${first}`;
    throw new StartFailure(
      `The database lacks ${counted(missing.length, 'migration', 'migrations')} (${name}). Run "npm run migrate" with a DATABASE_URL that signs in as the schema's owner.`,
    );
  }
}

/**
 * Security rule 7: neither superuser nor owner of a table, and row security can't be passed; nothing can be emptied, and the audit log
 * is not written but through its function. Nor may it put a function or a table of its own where those of the owner look first. The same
 * holds for every role that the login may take.
 */
async function mustBeRestricted(app: pg.ClientConfig): Promise<void> {
  await withClient(app, async (client) => {
    const { rows } = await client.query<{ unsafe: boolean; creates: boolean; owner: string }>(`
      select (select relowner::regrole::text from pg_class where oid = 'public.migrations'::regclass) as owner,
        bool_or(has_schema_privilege(r.oid, 'public', 'create')) as creates,
        bool_or(rolsuper or rolbypassrls or rolcreaterole or rolcreatedb
        or exists (select 1 from pg_class c where c.relowner = r.oid)
        or exists (select 1 from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and has_table_privilege(r.oid, c.oid, 'truncate'))
        or exists (select 1 from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and c.relname ~ '^audit_(log|heads|counts)' and has_table_privilege(r.oid, c.oid, 'insert, update, delete'))) as unsafe
      from pg_roles r where rolname in (current_user, session_user) or pg_has_role(session_user, r.oid, 'member')`);
    const [found] = rows;
    if (found?.unsafe !== false) {
      throw new StartFailure(
        `The login ${restrictedLogin} may do more than it must: it has to be neither superuser, nor owner of tables, nor free of row security, nor may it empty tables or write the audit log itself; and no role that it has may.`,
      );
    }
    if (found.creates) {
      throw new StartFailure(
        `The login ${restrictedLogin} may create in the schema public, as PostgreSQL up to 14 lets everybody, and an upgrade leaves that as it was. Run in the database, as a superuser: grant create on schema public to ${found.owner}; revoke create on schema public from public, app_login, app_user.`,
      );
    }
  });
}

type Place = Pick<Settings, 'databaseUrl' | 'dataFolder'>;

/** A failure of the database as a sentence, where there is one; any other error stays as it is. */
export function asStartFailure(error: unknown, { databaseUrl, dataFolder }: Place): unknown {
  if (error instanceof StartFailure || !(error instanceof Error)) {
    return error;
  }
  if (databaseUrl === undefined) {
    return 'severity' in error ? embeddedFailure(error, dataFolder) : error;
  }
  const { host, searchParams } = new URL(databaseUrl);
  // A socket's folder stands behind the question mark, and wins.
  const sentence = sentenceFor(error, searchParams.get('host') ?? host);
  return sentence === undefined ? error : new StartFailure(sentence);
}

/** Nobody but us uses it: what it has against a plain start is that its files are not what they were. */
function embeddedFailure({ message }: Error, dataFolder: string): StartFailure {
  const log = path.join(dataFolder, 'postgres.log');
  return new StartFailure(
    `The database in ${dataFolder} cannot be used: ${message}. ${log} says more; put the folder back from a backup.`,
  );
}

const tookTooLong =
  'broke off what the start asks of it because it took too long. See what keeps it busy, and whether DATABASE_URL sets statement_timeout or lock_timeout too short.';

const sentences: Readonly<Record<string, string>> = {
  '28P01': 'refused the sign-in. Check the user and password in DATABASE_URL.',
  '28000': 'refused the sign-in. Check the user and password in DATABASE_URL.',
  '42501':
    'does not let this user do that. Only the schema’s owner may change the schema: check the user in DATABASE_URL.',
  '3D000': 'does not have the database that DATABASE_URL names.',
  '57014': tookTooLong,
  '55P03': tookTooLong,
};

/** What Node says of a certificate that it does not accept: its own codes, and those of OpenSSL. */
const certificateCodes = /^(ERR_TLS_CERT|CERT_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(GET|VERIFY)_)/;

/** Who asks for TLS in DATABASE_URL: what then stands in the way. */
function tlsSentence(error: Error, where: string): string | undefined {
  // A socket that is not there has a path, too: one is connected to, a file is opened.
  const isFile = 'syscall' in error && (error.syscall === 'open' || errorCode(error) === 'EISDIR');
  if (isFile) {
    return `DATABASE_URL names a file that cannot be read (${error.message}).`;
  }
  if (/^ERR_(OSSL_|MISSING_PASSPHRASE)/.test(errorCode(error))) {
    return `sslrootcert, sslcert or sslkey in DATABASE_URL names a file that cannot be used (${error.message}). Each has to be in PEM, the key without a password and the one of the certificate.`;
  }
  if (/does not support SSL/i.test(error.message)) {
    return `The database at ${where} offers no TLS, which DATABASE_URL asks for. Turn it on there (ssl = on), or leave out sslmode.`;
  }
  return certificateCodes.test(errorCode(error))
    ? `The certificate of the database at ${where} is not accepted (${error.message}). Name who signed it with sslrootcert in DATABASE_URL, and the host there as the certificate does.`
    : undefined;
}

function sentenceFor(error: Error, where: string): string | undefined {
  const tls = tlsSentence(error, where);
  if (tls !== undefined) {
    return tls;
  }
  if (/unsupported startup parameter/i.test(error.message)) {
    return `The PgBouncer at ${where} refuses what the server sets for each connection. Give it ignore_startup_parameters = ${Object.keys(usualLimits).join(', ')}, and see docs/scale.md for what has to be set in PostgreSQL then.`;
  }
  if (/client password must be a/i.test(error.message)) {
    return `The database at ${where} asks for a password, and DATABASE_URL has none.`;
  }
  // What PostgreSQL itself says of a timeout is about one that was set: it was reached.
  if (isUnavailable(error) || (!('severity' in error) && /timeout/i.test(error.message))) {
    return `The database at ${where} cannot be reached. Is it running, and is DATABASE_URL right?`;
  }
  const known = sentences[errorCode(error)];
  if (known !== undefined) {
    return `The database at ${where} ${known}`;
  }
  // Only a connection is refused so; whatever PostgreSQL has against a statement of ours is a defect.
  return isRefusedConnection(error)
    ? `The database at ${where} refuses the connection (${error.message}). Check what stands behind the question mark in DATABASE_URL.`
    : undefined;
}
