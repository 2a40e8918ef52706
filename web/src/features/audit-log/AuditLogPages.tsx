import { useParams } from 'react-router';
import { useOrganizationTitle } from '../../kernel/use-organization-title.ts';
import { AuditLog } from './AuditLog.tsx';

/** /msp/auditlogs */
export function MspAuditLogPage() {
  return <AuditLog source={{ kind: 'msp' }} documentTitle="Audit Logs" />;
}

/** /org/{id}/audit-logs */
export function OrganizationAuditLogPage() {
  const { id = '' } = useParams();
  const documentTitle = useOrganizationTitle('Audit Logs', id);
  return <AuditLog source={{ kind: 'organization', id }} documentTitle={documentTitle} />;
}
