import type { OpenInvitation } from '@sentrywell/contract/invitations.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';

const mailLooks: Readonly<
  Record<OpenInvitation['mail'], { readonly tone: Tone; readonly word: string; readonly note?: string }>
> = {
  waiting: { tone: 'info', word: 'Sending' },
  sent: { tone: 'good', word: 'Sent' },
  delayed: {
    tone: 'warning',
    word: 'Delayed',
    note: 'The mail server does not take it yet. We keep trying for three days.',
  },
  failed: {
    tone: 'bad',
    word: 'Failed',
    note: 'The mail could not be delivered and is not tried again. Check the address, then send it again.',
  },
  // No mail server is set up.
  kept: { tone: 'neutral', word: 'Kept in the outbox' },
};

/** What became of the mail, and what is to be done about it. */
export function MailText({ mail }: Pick<OpenInvitation, 'mail'>) {
  const { tone, word, note } = mailLooks[mail];
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {note !== undefined && <span className="mt-1 block max-w-60 text-xs text-ink-soft">{note}</span>}
    </>
  );
}
