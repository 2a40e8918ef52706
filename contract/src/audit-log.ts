import { z } from 'zod';
import { screenRoles } from './access.ts';
import { type Access, endpoint } from './endpoint.ts';
import {
  givenText,
  idParams,
  instant,
  line,
  namedInstant,
  noBody,
  nothing,
  pathId,
  requiredLine,
  searchText,
} from './shapes.ts';

/** The audit log (specification §2 'Audit logs', §9; ruling R29, R32). Every call exists for an MSP and for an organization. */

/** The eight categories (specification §3, 'Audit log entry'). */
export const auditCategories = [
  'Authentication',
  'Policy',
  'User Management',
  'Documents',
  'Assessments',
  'Vendor Management',
  'Organization',
  'Audit',
] as const;
export const auditCategory = z.enum(auditCategories);
export type AuditCategoryName = z.output<typeof auditCategory>;

const auditResult = z.enum(['success', 'failure', 'refused']);

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** One entry. `seq` is its position in the tenant's chain; `hash` covers every field and the entry before it. */
const auditEntry = z.object({
  seq: z.int(),
  occurredAt: instant,
  log: z.string(),
  user: z.string(),
  category: auditCategory,
  result: auditResult,
  organizationId: z.int().nullable(),
  /** null: the MSP's own entry, or an organization's own list, where it goes without saying. */
  organizationName: z.string().nullable(),
  actorUserId: z.int().nullable(),
  targetType: z.string().nullable(),
  targetId: z.string().nullable(),
  address: z.string(),
  userAgent: z.string(),
  requestId: z.string(),
  hash: sha256,
});
export type AuditEntryShown = z.output<typeof auditEntry>;

/** `exact` false: counting stopped, there are more than `count`; shown as '10,000+'. */
const auditTotal = z.object({ count: z.int(), exact: z.boolean() });

/** Where a page of entries begins: as an answer gave it, or `after.0.0` for the page of the oldest entries. */
const auditCursor = z.string().regex(/^(before|after)\.\d{1,16}\.\d{1,15}$/);

const seqText = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

const filters = {
  /** Matches log text, user or category, upper and lower case alike. */
  search: searchText.optional(),
  /** First instant that is shown. The browser sends the start of the chosen day in the viewer's time zone. */
  from: namedInstant.optional(),
  /** First instant that is no longer shown: the start of the day after the chosen one. */
  to: namedInstant.optional(),
  category: auditCategory.optional(),
};
const mspFilters = { ...filters, organizationId: pathId.optional() };

const limit = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .refine((value) => value >= 1 && value <= 200, 'Must be from 1 to 200')
  .optional();
const paging = { cursor: auditCursor.optional(), limit };

const page = z.object({
  /** Newest first. */
  entries: z.array(auditEntry),
  /** How many match the filters, over all pages. */
  total: auditTotal,
  /** null: there is no such page. */
  olderCursor: auditCursor.nullable(),
  newerCursor: auditCursor.nullable(),
});
export type AuditPage = z.output<typeof page>;

/** `change`: against the period before, in percent of it, rounded; null where there was nothing to compare with. */
const card = { change: z.int().nullable(), hint: z.string() };
const summary = z.object({
  resourceUsage: z.object({ percent: z.int().nullable(), ...card }),
  activeTasks: z.object({ open: z.int(), total: z.int(), ...card }),
  totalHours: z.object({ hours: z.int(), ...card }),
  completion: z.object({ percent: z.int().nullable(), ...card }),
});
export type AuditSummary = z.output<typeof summary>;

const details = z.object({
  entry: auditEntry.extend({ previousHash: sha256 }),
  chain: z.object({
    /** The entry's hash was computed again from its fields, and the entry before it has the hash that it names. */
    verified: z.boolean(),
    /** Why not, in a sentence. */
    reason: z.string().nullable(),
    /** The newest entry's position. */
    length: z.int(),
    /** When the newest signed checkpoint that covers this entry was written; null: none yet (one a minute). */
    checkpointedAt: instant.nullable(),
  }),
});
export type AuditEntryDetails = z.output<typeof details>;

/** A host name or address, without scheme. */
const host = line(253).refine(
  (text) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^\[?[0-9a-f:.]+\]?$/i.test(text),
  'Please enter a host name such as logs.example.com',
);

/** Where entries are sent as they are written. The token is write-only. */
const forwardingTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('off') }),
  z.strictObject({
    kind: z.literal('syslog'),
    host,
    port: z.int().min(1).max(65_535),
    /** TLS (RFC 5425); false: plain TCP, for a collector in one's own network. */
    tls: z.boolean(),
    /** PEM of a private authority that signed the collector's certificate; empty: the public ones. */
    authority: givenText(16_000).optional(),
  }),
  z.strictObject({
    kind: z.literal('https'),
    url: requiredLine(500).refine(
      (text) => /^https:\/\/[^\s/@?#]+(\/\S*)?$/i.test(text),
      'Please enter an address that begins with https://',
    ),
    /** Sent as `Authorization: Bearer …`; left out: the stored one stays; empty: none. */
    token: line(500).optional(),
    authority: givenText(16_000).optional(),
  }),
]);
export type ForwardingTarget = z.output<typeof forwardingTarget>;

const forwardingShown = z.object({
  kind: z.enum(['off', 'syslog', 'https']),
  /** `tls://logs.example.com:6514`, `https://…`; empty when off. */
  target: z.string(),
  hasToken: z.boolean(),
  /** Entries that still wait to be sent, and since when the oldest of them waits. */
  waiting: z.int(),
  waitingSince: instant.nullable(),
  lastSentAt: instant.nullable(),
  lastError: z.string().nullable(),
});

const settings = z.object({
  retentionYears: z.int(),
  legalHold: z.boolean(),
  /** When entries were removed after their time, the position of the last one; 0: never. */
  removedUpTo: z.int(),
  forwarding: forwardingShown,
  /** The organization belongs to an MSP, whose settings these are: nobody changes them here. */
  managedByMsp: z.boolean(),
});
export type AuditSettings = z.output<typeof settings>;

const changedSettings = z.strictObject({
  retentionYears: z.int().min(6, 'Must be at least 6').max(100, 'Must be at most 100'),
  legalHold: z.boolean(),
});

type Base = `/api/${string}`;
const found = 'organization.not_found';

/** Reading: the page's own calls. */
function readingCalls<A extends Access, P extends z.ZodType, E extends z.ZodType, F extends z.ZodRawShape>(
  base: Base,
  access: A,
  { params, entryParams }: { readonly params: P; readonly entryParams: E },
  filterShape: F,
) {
  const common = { method: 'GET', access, params, query: nothing, body: noBody, refusals: [found] } as const;
  return {
    list: endpoint({
      ...common,
      path: base,
      summary: 'A page of the audit log, newest first',
      query: z.strictObject({ ...filterShape, ...paging }),
      reply: page,
    }),
    categories: endpoint({
      ...common,
      path: `${base}/categories`,
      summary: 'The categories that occur in the log, sorted',
      reply: z.object({ categories: z.array(auditCategory) }),
    }),
    summarize: endpoint({
      ...common,
      path: `${base}/summary`,
      summary: 'The four cards above the log',
      reply: summary,
    }),
    findEntry: endpoint({
      ...common,
      path: `${base}/entries/:seq`,
      summary: 'One entry with its place in the chain, verified',
      params: entryParams,
      reply: details,
      refusals: [found, 'audit.entry_not_found'],
    }),
  };
}

/** Files to take away. */
function exportCalls<A extends Access, P extends z.ZodType, F extends z.ZodRawShape>(
  base: Base,
  access: A,
  params: P,
  filterShape: F,
) {
  const common = { method: 'GET', access, params, body: noBody, reply: z.unknown() } as const;
  return {
    exportCsv: endpoint({
      ...common,
      path: `${base}/export`,
      summary: 'Everything that matches, as audit-logs.csv',
      query: z.strictObject(filterShape),
      refusals: [found, 'audit.nothing_to_export', 'server.busy'],
    }),
    exportChain: endpoint({
      ...common,
      path: `${base}/export-chain`,
      summary: 'Everything that matches with hashes and signed checkpoints, as audit-logs.jsonl',
      query: z.strictObject(filterShape),
      refusals: [found, 'audit.nothing_to_export', 'server.busy'],
    }),
    downloadVerifier: endpoint({
      ...common,
      path: `${base}/verifier`,
      summary: 'The program that verifies audit-logs.jsonl without this product: node verify-audit-export.mjs <file>',
      query: nothing,
      refusals: [found],
    }),
  };
}

/** How long entries are kept and where they are sent. */
function settingsCalls<A extends Access, P extends z.ZodType>(base: Base, access: A, params: P) {
  const common = { access, params, query: nothing, reply: settings } as const;
  return {
    findSettings: endpoint({
      ...common,
      method: 'GET',
      path: `${base}/settings`,
      summary: 'How long entries are kept and where they are sent',
      body: noBody,
      refusals: [found],
    }),
    changeSettings: endpoint({
      ...common,
      method: 'POST',
      path: `${base}/settings`,
      summary: 'Change how long entries are kept (never less than six years), or hold them all',
      body: changedSettings,
      refusals: [found, 'audit.managed_by_msp'],
    }),
    changeForwarding: endpoint({
      ...common,
      method: 'POST',
      path: `${base}/forwarding`,
      summary: 'Change where entries are sent as they are written',
      body: forwardingTarget,
      refusals: [found, 'audit.managed_by_msp', 'audit.target_refused'],
    }),
  };
}

const mspBase = '/api/msp-service/msp/audit-logs';
const mspReaders = { kind: 'msp', roles: screenRoles.mspAuditLogs } as const;
const mspParams = { params: nothing, entryParams: z.strictObject({ seq: seqText }) };

export const mspAuditLog = {
  ...readingCalls(mspBase, mspReaders, mspParams, mspFilters),
  ...exportCalls(mspBase, mspReaders, nothing, mspFilters),
  ...settingsCalls(mspBase, { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] }, nothing),
};

const organizationBase = '/api/organization-service/organizations/:id/audit-logs';
const organizationReaders = { kind: 'organization', roles: screenRoles.orgAuditLogs, from: 'path' } as const;
const organizationParams = { params: idParams, entryParams: z.strictObject({ id: pathId, seq: seqText }) };
const organizationConfigurers = {
  kind: 'organization',
  roles: ['ORG_ADMIN', 'MSP_SUPER_ADMIN'],
  from: 'path',
} as const;

export const organizationAuditLog = {
  ...readingCalls(organizationBase, organizationReaders, organizationParams, filters),
  ...exportCalls(organizationBase, organizationReaders, idParams, filters),
  ...settingsCalls(organizationBase, organizationConfigurers, idParams),
};
