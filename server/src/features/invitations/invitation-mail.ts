import type { InvitationKind } from '@sentrywell/contract/invitations.ts';
import { mailLayout } from '../../kernel/mail-layout.ts';

export type InvitationText = {
  readonly kind: InvitationKind;
  /** The MSP that invites an organization; otherwise the MSP or organization the person joins. */
  readonly placeName: string;
  readonly inviterName: string;
  readonly roleName: string;
  readonly link: string;
};

/** The mail that carries the link. */
export function invitationMail({ kind, placeName, inviterName, roleName, link }: InvitationText): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  const subject =
    kind === 'organization'
      ? `${placeName} invites your organization to Sentrywell`
      : `${inviterName} invites you to ${placeName} on Sentrywell`;
  const reason =
    kind === 'organization'
      ? `${inviterName} of ${placeName} invites your organization to Sentrywell, where you do your compliance work together. You join as ${roleName}.`
      : `${inviterName} invites you to the team of ${placeName}. You join as ${roleName}.`;
  const { text, html } = mailLayout({
    heading: subject,
    paragraphs: [reason, 'Create your account with this e-mail address. The link works once, and for 7 days.'],
    action: { label: 'Accept the invitation', url: link },
    footer: 'If you did not expect this invitation you can ignore this mail: nothing happens without you.',
  });
  return { subject, text, html };
}

/** Members of an MSP register on the MSP's page, everybody else on the organization's. */
export function invitationLink(publicUrl: string, kind: InvitationKind, token: string): string {
  return `${publicUrl}/register/${kind === 'msp_member' ? 'msp' : 'org'}?token=${encodeURIComponent(token)}`;
}
