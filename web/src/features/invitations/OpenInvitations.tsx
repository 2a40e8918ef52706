import type { OpenInvitation } from '@sentrywell/contract/invitations.ts';
import { useState } from 'react';
import { failureWords } from '../../kernel/failure-words.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column, TableState } from '../../ui/table-types.ts';
import { showToast } from '../../ui/toast.ts';
import { InvitationLink } from './InvitationLink.tsx';

type Props = {
  readonly title: string;
  readonly state: TableState<OpenInvitation>;
  /** Sends it again with a new link. @returns the link where no mail server is set up. */
  readonly onResend: (id: number) => Promise<{ readonly link?: string | undefined }>;
  readonly onRevoke: (id: number) => Promise<unknown>;
};

const mailLooks: Readonly<
  Record<OpenInvitation['mail'], { readonly tone: Tone; readonly word: string; readonly title: string }>
> = {
  waiting: { tone: 'info', word: 'Sending', title: 'The mail is on its way.' },
  sent: { tone: 'good', word: 'Sent', title: 'The mail server took it.' },
  delayed: {
    tone: 'warning',
    word: 'Delayed',
    title: 'The mail server does not take it yet. We keep trying for three days.',
  },
  failed: {
    tone: 'bad',
    word: 'Failed',
    title: 'The mail could not be delivered and is not tried again. Check the address, then send it again.',
  },
  kept: {
    tone: 'neutral',
    word: 'Kept in the outbox',
    title: 'No mail server is set up: the mail lies in the outbox of this installation.',
  },
};

/** Invitations that nobody has used yet, with a way to send each again or to take it back (ruling R18). */
export function OpenInvitations({ title, state, onResend, onRevoke }: Props) {
  const { busy, link, setLink, asked, setAsked, resend, revoke } = useActions({ onResend, onRevoke });
  return (
    <section className="mt-8">
      <h2 className="card-title mb-3">{title}</h2>
      <Table
        label={title}
        columns={columnsOf({ busy, onResend: resend, onAskRevoke: setAsked })}
        state={state}
        rowKey={({ id }) => id}
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
        isPending={busy !== undefined}
        isDestructive
      >
        <p>The link in the mail stops working at once. You can invite the same address again later.</p>
      </ConfirmDialog>
      <Dialog title="Invitation link" isOpen={link !== undefined} onClose={() => setLink(undefined)}>
        <InvitationLink link={link ?? ''} onDone={() => setLink(undefined)} />
      </Dialog>
    </section>
  );
}

function useActions({ onResend, onRevoke }: Pick<Props, 'onResend' | 'onRevoke'>) {
  const [busy, setBusy] = useState<number>();
  const [link, setLink] = useState<string>();
  const [asked, setAsked] = useState<OpenInvitation>();

  async function run(id: number, work: () => Promise<void>) {
    setBusy(id);
    try {
      await work();
    } catch (error) {
      showToast('bad', failureWords(error, 'That did not work. Please try again.'));
    } finally {
      setBusy(undefined);
    }
  }

  function resend(id: number) {
    void run(id, async () => {
      const sent = await onResend(id);
      showToast('good', 'Invitation sent!');
      setLink(sent.link);
    });
  }

  function revoke({ id, email }: OpenInvitation) {
    void run(id, async () => {
      await onRevoke(id);
      setAsked(undefined);
      showToast('good', `The invitation of ${email} was withdrawn.`);
    });
  }

  return { busy, link, setLink, asked, setAsked, resend, revoke };
}

type Actions = {
  readonly busy: number | undefined;
  readonly onResend: (id: number) => void;
  readonly onAskRevoke: (invitation: OpenInvitation) => void;
};

function columnsOf({ busy, onResend, onAskRevoke }: Actions): ReadonlyArray<Column<OpenInvitation>> {
  return [
    { key: 'email', header: 'Email', onPhone: 'name', cell: ({ email }) => email, sortBy: ({ email }) => email },
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
      cell: ({ mail }) => (
        <Badge tone={mailLooks[mail].tone} title={mailLooks[mail].title}>
          {mailLooks[mail].word}
        </Badge>
      ),
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
            pending={busy === invitation.id}
            aria-description={invitation.email}
            onClick={() => onResend(invitation.id)}
          >
            Send again
          </Button>
          <Button
            size="small"
            variant="quiet"
            disabled={busy === invitation.id}
            aria-description={invitation.email}
            onClick={() => onAskRevoke(invitation)}
          >
            Withdraw
          </Button>
        </span>
      ),
    },
  ];
}
