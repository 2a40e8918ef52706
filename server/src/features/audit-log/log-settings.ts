import { randomUUID } from 'node:crypto';
import type { AuditSettings, ForwardingTarget } from '@sentrywell/contract/audit-log.ts';
import { audit } from '../../kernel/audit.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { seal } from '../../kernel/sealed.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import { queueForwarding } from './forward-entries.ts';
import type { LogDb } from './filter-queries.ts';
import {
  belongsToMsp,
  findForwarding,
  findKeeping,
  getLag,
  saveForwarding,
  updateKeeping,
} from './settings-queries.ts';

const nowhere: AuditSettings['forwarding'] = {
  kind: 'off',
  target: '',
  hasToken: false,
  waiting: 0,
  waitingSince: null,
  lastSentAt: null,
  lastError: null,
};

async function isManagedByMsp(db: LogDb): Promise<boolean> {
  return 'organizationId' in db && (await belongsToMsp(db));
}

/** How long entries are kept and where they go. Where an MSP sends them is not its organizations' business. */
export async function findLogSettings(db: LogDb): Promise<AuditSettings> {
  const managedByMsp = await isManagedByMsp(db);
  const keeping = await findKeeping(db);
  const forwarding = managedByMsp ? nowhere : await shownForwarding(db);
  return { ...keeping, removedUpTo: managedByMsp ? 0 : keeping.removedUpTo, forwarding, managedByMsp };
}

async function shownForwarding(db: LogDb): Promise<AuditSettings['forwarding']> {
  const found = await findForwarding(db);
  if (found === undefined || found.kind === 'off') {
    return nowhere;
  }
  const { kind, target, token, lastSentAt, lastError } = found;
  return { kind, target, hasToken: token !== '', lastSentAt, lastError, ...(await getLag(db)) };
}

async function mustBeOwn(db: LogDb): Promise<void> {
  if (await isManagedByMsp(db)) {
    throw new Refusal('audit.managed_by_msp');
  }
}

/** The settings concern the whole tenant; an independent organization reads them in its own log. */
const concerned = (db: LogDb) => ('organizationId' in db ? db.organizationId : null);

export async function changeLogSettings(
  db: LogDb,
  wanted: { readonly retentionYears: number; readonly legalHold: boolean },
): Promise<AuditSettings> {
  await mustBeOwn(db);
  await updateKeeping(db, wanted);
  audit(db, {
    category: 'Audit',
    log: `Audit log kept for ${wanted.retentionYears} years, legal hold ${wanted.legalHold ? 'on' : 'off'}`,
    organizationId: concerned(db),
    target: { type: 'audit_settings', id: db.tenantId },
  });
  return findLogSettings(db);
}

export function targetOf(wanted: ForwardingTarget): string {
  switch (wanted.kind) {
    case 'off':
      return '';
    case 'syslog': {
      const host = wanted.host.includes(':') ? `[${wanted.host.replace(/^\[|\]$/g, '')}]` : wanted.host;
      return `${wanted.tls ? 'tls' : 'tcp'}://${host}:${wanted.port}`;
    }
    case 'https':
      return wanted.url;
  }
}

/** Where entries go from now on; a token that is not given again stays as it is, for the same address. */
export async function changeForwarding(
  db: LogDb,
  wanted: ForwardingTarget,
  { encryptionKey }: Pick<Secrets, 'encryptionKey'>,
): Promise<AuditSettings> {
  await mustBeOwn(db);
  const target = targetOf(wanted);
  const before = await findForwarding(db);
  const given = wanted.kind === 'https' ? wanted.token : '';
  const kept = before?.target === target ? before.token : '';
  const token = given === undefined ? kept : given === '' ? '' : seal(encryptionKey, given);
  const authority = wanted.kind === 'off' ? '' : (wanted.authority ?? '').trim();
  const generation = randomUUID();
  await saveForwarding(db, { kind: wanted.kind, target, token, authority, generation });
  if (wanted.kind !== 'off') {
    await queueForwarding(db, generation);
  }
  audit(db, {
    category: 'Audit',
    log: wanted.kind === 'off' ? 'Audit log is no longer forwarded' : `Audit log is forwarded to ${target}`,
    organizationId: concerned(db),
    target: { type: 'audit_forwarding', id: db.tenantId },
  });
  return findLogSettings(db);
}
