import { mspAuditLog, organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import { addressOf } from '../../kernel/call.ts';
import { useCall } from '../../kernel/use-call.ts';
import { type AuditView, filtersOf, pageSize } from './audit-filters.ts';

/** Whose log: the MSP's with that of its organizations, or one organization's. */
export type AuditSource = { readonly kind: 'msp' } | { readonly kind: 'organization'; readonly id: string };

function paging({ cursor }: AuditView) {
  return { limit: String(pageSize), ...(cursor === '' ? {} : { cursor }) };
}

export function useAuditPage(source: AuditSource, view: AuditView) {
  const query = { ...filtersOf(view), ...paging(view) };
  const msp = useCall(mspAuditLog.list, source.kind === 'msp' ? { query } : null, { keepPrevious: true });
  const organization = useCall(
    organizationAuditLog.list,
    source.kind === 'organization' ? { params: { id: source.id }, query } : null,
    { keepPrevious: true },
  );
  return source.kind === 'msp' ? msp : organization;
}

export function useAuditCategories(source: AuditSource) {
  const msp = useCall(mspAuditLog.categories, source.kind === 'msp' ? {} : null);
  const organization = useCall(
    organizationAuditLog.categories,
    source.kind === 'organization' ? { params: { id: source.id } } : null,
  );
  return source.kind === 'msp' ? msp : organization;
}

export function useAuditSummary(source: AuditSource) {
  const msp = useCall(mspAuditLog.summarize, source.kind === 'msp' ? {} : null);
  const organization = useCall(
    organizationAuditLog.summarize,
    source.kind === 'organization' ? { params: { id: source.id } } : null,
  );
  return source.kind === 'msp' ? msp : organization;
}

/** Nothing is asked while no entry is open. */
export function useAuditEntry(source: AuditSource, seq: string) {
  const isOpen = seq !== '';
  const msp = useCall(mspAuditLog.findEntry, isOpen && source.kind === 'msp' ? { params: { seq } } : null);
  const organization = useCall(
    organizationAuditLog.findEntry,
    isOpen && source.kind === 'organization' ? { params: { id: source.id, seq } } : null,
  );
  return source.kind === 'msp' ? msp : organization;
}

/** Addresses of the files: fetched by the browser itself, which streams them to disk. */
export function auditFiles(source: AuditSource, view: AuditView) {
  const query = filtersOf(view);
  const input = source.kind === 'msp' ? { query } : { query, params: { id: source.id } };
  const calls = source.kind === 'msp' ? mspAuditLog : organizationAuditLog;
  return {
    csv: addressOf(calls.exportCsv, input),
    chain: addressOf(calls.exportChain, input),
    verifier: addressOf(calls.downloadVerifier, { ...input, query: {} }),
  };
}
