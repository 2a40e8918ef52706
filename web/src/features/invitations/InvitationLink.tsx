import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { useRefreshAll } from '../../kernel/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { DialogFooter } from '../../ui/Dialog.tsx';

/** Whose link it is: with another one somebody else would get in. */
export type SentLink = { readonly email: string; readonly link: string };

/** What the inviter sees where no mail server is set up: the link, to pass on by hand (ruling R19). */
export function InvitationLink({ email, link, onDone }: SentLink & { readonly onDone: () => void }) {
  const refreshAll = useRefreshAll();

  function close() {
    // The mail was kept in the meantime: the list says so now.
    void refreshAll(invitationEndpoints.listMspInvitations, invitationEndpoints.listMemberInvitations);
    onDone();
  }

  return (
    <>
      <p className="mb-4 text-ink-soft">
        No mail server is set up on this installation, so the mail was kept in its outbox. Pass the link on yourself, to{' '}
        <span className="font-medium wrap-anywhere text-ink">{email}</span> alone; it works once, for seven days.
      </p>
      {/* Where it took the place of a form, the focus went with that. */}
      <CopyField label="Invitation link" value={link} copyLabel="Copy invitation link" autoFocus />
      <DialogFooter>
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}
