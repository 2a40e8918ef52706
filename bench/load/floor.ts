// The floor: the least a server could do for the same answers. Bare node:http and the product's own statements, prepared, as the
// schema's owner and without a transaction: no session, no row security, no check of who asks or what is answered, no log.
// Started by bench/requests.ts; what it needs to know comes as JSON in FLOOR.
import { createServer, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { csvRows } from '../../server/src/features/audit-log/export-queries.ts';
import { listLog } from '../../server/src/features/audit-log/list-log.ts';
import { findOrganizationDashboard } from '../../server/src/features/dashboard/find-organization-dashboard.ts';
import { listOrganizations } from '../../server/src/features/organizations/queries.ts';
import { copyText } from '../../server/src/kernel/copy-out.ts';
import { type Database, typeParsers } from '../../server/src/kernel/database.ts';
import { findActor } from '../../server/src/kernel/session.ts';
import { hashToken } from '../../server/src/kernel/token.ts';
import { type SqlTag, rowsOf, type Statement, statement, tagFor } from '../../server/src/kernel/sql.ts';
import { asMsp, inTenant, narrowToOrganization, noOrigin, type TenantDb } from '../../server/src/kernel/tenant.ts';

const { socketFolder, tenantId, organizationId, token, exportFrom } = z
  .object({
    socketFolder: z.string(),
    tenantId: z.int(),
    organizationId: z.int(),
    token: z.string(),
    exportFrom: z.string(),
  })
  .parse(JSON.parse(process.env['FLOOR'] ?? '{}'));

const connection = { host: socketFolder, user: 'postgres', database: 'postgres', types: typeParsers };
const pool = new pg.Pool({ ...connection, pipeline: true, max: 12 });
// The driver can't copy on a connection that pipelines.
const copies = new pg.Pool({ ...connection, max: 4 });

/** Runs the product's own function once and keeps the statements that it sent. */
async function statementsOf(work: (db: TenantDb) => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const client = await pool.connect();
  const tag = tagFor(client);
  const sql: SqlTag = <Row extends object>(strings: TemplateStringsArray, ...values: readonly unknown[]) => {
    sent.push(statement(strings, values));
    return tag<Row>(strings, ...values);
  };
  const never = () => Promise.reject(new Error('The floor has one connection at a time.'));
  const recording: Database = {
    lookUp: never,
    transaction: (_shape, run) => run({ sql, set: () => undefined, alongside: () => undefined }),
    isUsable: never,
    connectApart: never,
    connections: 1,
    use: () => ({ open: 0, idle: 0, waiting: 0 }),
    close: never,
  };
  await inTenant(recording, { tenantId, origin: noOrigin }, work);
  client.release();
  return sent;
}

const all = { filter: {}, organizationIds: undefined };
const limits = { idleMinutes: 30, absoluteHours: 12, rememberedDays: 7 };

/** By the paths of the product's own calls. */
const statements = new Map<string, Statement[]>([
  ['/api/auth/me', await statementsOf((db) => findActor(db, hashToken(token), new Date(), limits))],
  ['/api/msp-service/tenants', await statementsOf((db) => listOrganizations(asMsp(db, false), undefined))],
  [
    '/organization-dashboard',
    await statementsOf((db) => findOrganizationDashboard(narrowToOrganization(db, organizationId), new Date())),
  ],
  ['/audit-page', await statementsOf((db) => listLog(asMsp(db, false), all, {}))],
]);
const csv = { text: '' };
await statementsOf(async (db) => {
  csv.text = copyText(csvRows(asMsp(db, false), { ...all, filter: { from: exportFrom } }, Number.MAX_SAFE_INTEGER));
});

async function answer(url: string, response: ServerResponse): Promise<void> {
  const isCopy = url === '/csv';
  const client = await (isCopy ? copies : pool).connect();
  let isCopying = isCopy;
  try {
    if (isCopy) {
      response.setHeader('content-type', 'text/csv');
      await pipeline(client.query(copyTo(csv.text)), response);
      isCopying = false;
      return;
    }
    const found = await Promise.all(
      (statements.get(url) ?? []).map(({ text, values }, index) =>
        client.query<unknown[]>({ name: `${url}${index}`, text, values: [...values], rowMode: 'array' }),
      ),
    );
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(found.map((result) => rowsOf(result))));
  } finally {
    // Who hangs up in the middle leaves a connection that still sends: it serves nobody any more.
    client.release(isCopying);
  }
}

const server = createServer((request, response) => {
  answer(request.url ?? '', response).catch((error: unknown) => {
    response.statusCode = 500;
    response.end(String(error));
  });
});
server.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => process.exit(0));
