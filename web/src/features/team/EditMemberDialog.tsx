import type { MspRole } from '@sentrywell/contract/permissions.ts';
import { mspRoles } from '@sentrywell/contract/permissions.ts';
import { type MspTeamMember, teamEndpoints } from '@sentrywell/contract/team.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { useRefreshAll } from '../../kernel/use-call.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { MspRoleSelect } from './MspRoleSelect.tsx';
import { TenantSelect } from './TenantSelect.tsx';

type Props = { readonly member: MspTeamMember | undefined; readonly onClose: () => void };

/** Changes the role of a colleague and the organizations assigned to them (ruling R22). */
export function EditMemberDialog({ member, onClose }: Props) {
  return (
    <Dialog title="Edit member" isOpen={member !== undefined} onClose={onClose}>
      {member !== undefined && <EditForm member={member} onDone={onClose} />}
    </Dialog>
  );
}

function mspRoleOf({ role }: MspTeamMember): MspRole | undefined {
  return mspRoles.find((candidate) => candidate === role);
}

function EditForm({ member, onDone }: { readonly member: MspTeamMember; readonly onDone: () => void }) {
  const refreshAll = useRefreshAll();
  const [role, setRole] = useState(mspRoleOf(member));
  const [tenantIds, setTenantIds] = useState<ReadonlySet<string>>(new Set(member.tenantIds?.map(String)));
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const reachesAll = role === 'MSP_SUPER_ADMIN';

  async function save(chosen: MspRole) {
    setSaving(true);
    setFailure(undefined);
    try {
      const body = { role: chosen, tenantIds: reachesAll ? [] : [...tenantIds].map(Number) };
      await call(teamEndpoints.editMspMember, { params: { userId: String(member.id) }, body });
      showToast('good', `The changes to ${member.name} were saved.`);
      await refreshAll(teamEndpoints.listMspTeam);
      onDone();
    } catch (error) {
      setFailure(failureWords(error, 'The change could not be saved.'));
      setSaving(false);
    }
  }

  return (
    <Form onSubmit={() => role !== undefined && !isSaving && void save(role)}>
      {failure !== undefined && <Banner tone="bad">{failure}</Banner>}
      <TextField label="Email" type="email" value={member.email} readOnly help={`${member.name} signs in with it.`} />
      <MspRoleSelect role={role} onRole={setRole} />
      {reachesAll ? (
        <p className="text-ink-soft">An MSP Super Admin reaches every organization of the MSP.</p>
      ) : (
        <TenantSelect selected={tenantIds} onSelected={setTenantIds} />
      )}
      <DialogFooter isPending={isSaving}>
        <Button onClick={onDone} disabled={isSaving}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          pending={isSaving}
          pendingLabel="Saving..."
          disabled={role === undefined}
        >
          Save
        </Button>
      </DialogFooter>
    </Form>
  );
}
