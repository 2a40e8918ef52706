import { type Organization, organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { isDomainName } from '@sentrywell/contract/shapes.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { failureWords, fieldWords } from '../../kernel/failure-words.ts';
import { useRefreshAll } from '../../kernel/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';

type Renamed = Pick<Organization, 'id' | 'name' | 'domainName'>;
type Props = { readonly organization: Renamed; readonly isOpen: boolean; readonly onClose: () => void };

/** Changes the name and the domain of an organization, wherever they are shown. */
export function RenameOrganizationDialog({ organization, isOpen, onClose }: Props) {
  return (
    <Dialog title={`Rename ${organization.name}`} isOpen={isOpen} onClose={onClose}>
      <NameForm organization={organization} onDone={onClose} />
    </Dialog>
  );
}

type Errors = { readonly name?: string; readonly domainName?: string };

function errorsIn(name: string, domainName: string): Errors {
  return {
    ...(name.trim() === '' ? { name: 'Name is required' } : {}),
    ...(isDomainName(domainName) ? {} : { domainName: 'Please enter a domain name such as clinic.example' }),
  };
}

type FormProps = { readonly organization: Renamed; readonly onDone: () => void };

function NameForm(props: FormProps) {
  const { name, setName, domainName, setDomainName, errors, isSaving, submit } = useRename(props);
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        maxLength={100}
        value={name}
        onValue={setName}
        help="At most 100 characters."
        error={errors.name}
      />
      <TextField
        label="Domain"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={253}
        value={domainName}
        onValue={setDomainName}
        help="Assessments read the Google Workspace of this domain."
        error={errors.domainName}
      />
      <DialogFooter isPending={isSaving}>
        <Button onClick={props.onDone} disabled={isSaving}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={isSaving} pendingLabel="Saving...">
          Save
        </Button>
      </DialogFooter>
    </Form>
  );
}

function useRename({ organization, onDone }: FormProps) {
  const refreshAll = useRefreshAll();
  const [name, setName] = useState(organization.name);
  const [domainName, setDomainName] = useState(organization.domainName);
  const [errors, setErrors] = useState<Errors>({});
  const [isSaving, setSaving] = useState(false);

  async function save() {
    setSaving(true);
    try {
      const body = { name, domainName };
      await call(organizationEndpoints.renameOrganization, { params: { id: String(organization.id) }, body });
      showToast('good', 'The organization was renamed.');
      await refreshAll(organizationEndpoints.findOrganization, organizationEndpoints.listTenants);
      onDone();
    } catch (failure) {
      const found = fieldWords(failure, ['name', 'domainName']);
      const words = failureWords(failure, 'The change could not be saved. Please try again.');
      setErrors(Object.keys(found).length > 0 ? found : { name: words });
      setSaving(false);
    }
  }

  function submit() {
    const found = errorsIn(name, domainName);
    setErrors(found);
    if (Object.keys(found).length === 0 && !isSaving) {
      void save();
    }
  }

  return { name, setName, domainName, setDomainName, errors, isSaving, submit };
}
