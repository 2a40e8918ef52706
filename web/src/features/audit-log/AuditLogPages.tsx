import { useParams } from 'react-router';
import { AuditLog } from './AuditLog.tsx';

/** /msp/auditlogs */
export function MspAuditLogPage() {
  return <AuditLog source={{ kind: 'msp' }} />;
}

/** /org/{id}/audit-logs */
export function OrganizationAuditLogPage() {
  const { id = '' } = useParams();
  return <AuditLog source={{ kind: 'organization', id }} />;
}
