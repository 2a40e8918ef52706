import type { OpenInvitation } from '@sentrywell/contract/invitations.ts';
import { useState } from 'react';
import { failureWords } from '../../kernel/failure-words.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Table } from '../../ui/Table.tsx';
import { tableStateOf } from '../../ui/table-state.ts';
import type { Column } from '../../ui/table-types.ts';
import { showToast } from '../../ui/toast.ts';
import { useUnderWay } from '../../ui/use-under-way.ts';
import { InvitationLink, type SentLink } from './InvitationLink.tsx';
import { MailText } from './MailText.tsx';

type Props = {
  /** undefined: they are not there (yet). */
  readonly invitations: readonly OpenInvitation[] | undefined;
  readonly error: Error | undefined;
  readonly refresh: () => Promise<unknown>;
  /** Sends it again with a new link. @returns the link where no mail server is set up. */
  readonly onResend: (id: number) => Promise<{ readonly link?: string | undefined }>;
  readonly onRevoke: (id: number) => Promise<unknown>;
};

/** Invitations that nobody has used yet, with a way to send each again or to take it back (ruling R18). */
export function OpenInvitations({ invitations, error, refresh, ...calls }: Props) {
  const { underWay, links, closeLink, asked, setAsked, resend, revoke } = useActions({ refresh, ...calls });
  const [shown] = links;
  return (
    <section className="mt-8">
      <h2 className="card-title mb-3">Open invitations</h2>
      <Table
        label="Open invitations"
        columns={columnsOf({ underWay, onResend: resend, onAskRevoke: setAsked })}
        state={tableStateOf({ rows: invitations, error, refresh, title: 'Error Loading Invitations' })}
        rowKey={({ id }) => id}
        loadingText="Loading open invitations..."
        skeletonRows={2}
        empty={
          <EmptyState icon="mail" title="No Open Invitations" level={3}>
            <p>Whoever you invite stands here until they register.</p>
          </EmptyState>
        }
      />
      <ConfirmDialog
        title={`Withdraw the invitation of ${asked?.email ?? ''}?`}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked !== undefined && revoke(asked)}
        confirmLabel="Withdraw"
        pendingLabel="Withdrawing..."
        isPending={asked !== undefined && underWay.has(asked.id)}
        isDestructive
      >
        <p>The link in the mail stops working at once. You can invite the same address again later.</p>
      </ConfirmDialog>
      <Dialog title={`Invitation link of ${shown?.email ?? ''}`} isOpen={shown !== undefined} onClose={closeLink}>
        {shown !== undefined && <InvitationLink key={shown.link} {...shown} onDone={closeLink} />}
      </Dialog>
    </section>
  );
}

function useActions({ refresh, onResend, onRevoke }: Omit<Props, 'invitations' | 'error'>) {
  const { underWay, mark } = useUnderWay();
  // Shown one after another, in the order in which they came.
  const [links, setLinks] = useState<readonly SentLink[]>([]);
  const [asked, setAsked] = useState<OpenInvitation>();

  async function run(id: number, work: () => Promise<void>) {
    mark(id, true);
    try {
      await work();
    } catch (error) {
      showToast('bad', failureWords(error, 'That did not work. Please try again.'));
    } finally {
      mark(id, false);
    }
  }

  function resend({ id, email }: OpenInvitation) {
    void run(id, async () => {
      const { link } = await onResend(id);
      await refresh();
      showToast('good', 'Invitation sent!');
      setLinks((before) => (link === undefined ? before : [...before, { email, link }]));
    });
  }

  function revoke({ id, email }: OpenInvitation) {
    void run(id, async () => {
      await onRevoke(id);
      await refresh();
      setAsked((current) => (current?.id === id ? undefined : current));
      showToast('good', `The invitation of ${email} was withdrawn.`);
    });
  }

  const closeLink = () => setLinks(([, ...others]) => others);
  return { underWay, links, closeLink, asked, setAsked, resend, revoke };
}

type Actions = {
  readonly underWay: ReadonlySet<number>;
  readonly onResend: (invitation: OpenInvitation) => void;
  readonly onAskRevoke: (invitation: OpenInvitation) => void;
};

function columnsOf({ underWay, onResend, onAskRevoke }: Actions): ReadonlyArray<Column<OpenInvitation>> {
  return [
    {
      key: 'email',
      header: 'Email',
      onPhone: 'name',
      width: 'md:min-w-44',
      cell: ({ email }) => <EmailText email={email} />,
      sortBy: ({ email }) => email,
    },
    { key: 'role', header: 'Role', cell: ({ roleName }) => roleName },
    { key: 'invitedBy', header: 'Invited by', cell: ({ invitedBy }) => invitedBy },
    {
      key: 'expiresAt',
      header: 'Valid until',
      cell: ({ expiresAt, expired }) =>
        expired ? <Badge tone="neutral">Expired</Badge> : <DateText value={expiresAt} />,
    },
    {
      key: 'mail',
      header: 'Mail',
      cell: ({ mail }) => <MailText mail={mail} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (invitation) => (
        <span className="inline-flex flex-wrap justify-end gap-2">
          <Button
            size="small"
            pending={underWay.has(invitation.id)}
            aria-label={`Send again to ${invitation.email}`}
            onClick={() => onResend(invitation)}
          >
            Send again
          </Button>
          <Button
            size="small"
            variant="quiet"
            disabled={underWay.has(invitation.id)}
            aria-label={`Withdraw the invitation of ${invitation.email}`}
            onClick={() => onAskRevoke(invitation)}
          >
            Withdraw
          </Button>
        </span>
      ),
    },
  ];
}
