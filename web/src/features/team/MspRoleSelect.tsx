import { type MspRole, mspRoles } from '@sentrywell/contract/permissions.ts';
import { Select } from '../../ui/Select.tsx';

/** The words of specification §2; the first one takes the choice back. */
const none = 'none';
const labels: Readonly<Record<MspRole, string>> = {
  MSP_SUPER_ADMIN: 'Msp Super Admin',
  MSP_USER: 'Msp User',
  MSP_AUDITOR: 'Msp Auditor',
};
const roleOptions = mspRoles.map((value) => ({ value, label: labels[value] }));
const optionsWithNone = [{ value: none, label: 'Select MSP role' } as const, ...roleOptions];

type MspRoleSelectProps = {
  readonly role: MspRole | undefined;
  readonly onRole: (role: MspRole | undefined) => void;
};

export function MspRoleSelect({ role, onRole }: MspRoleSelectProps) {
  return (
    <Select<MspRole | typeof none>
      label="Role"
      options={optionsWithNone}
      value={role ?? none}
      onValue={(value) => onRole(value === none ? undefined : value)}
    />
  );
}
