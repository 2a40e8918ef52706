import { roleIds } from '@sentrywell/contract/permissions.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { queueMail } from '../../kernel/mail.ts';
import { mailLayout } from '../../kernel/mail-layout.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { MspDb } from '../../kernel/tenant.ts';
import { approveDeclinedRequest, decidePendingRequest, getMspName, settleApplicant } from './queries.ts';

type DecidingKernel = Pick<Kernel, 'settings' | 'secrets' | 'clock'>;

/**
 * Lets somebody in, as MSP_USER without organizations until some are assigned, or refuses them (ruling R15).
 * @throws Refusal when the request is no longer waiting.
 */
export async function decideRequest(
  db: MspDb,
  kernel: DecidingKernel,
  actor: Actor,
  { id, status }: { readonly id: number; readonly status: 'approved' | 'declined' },
): Promise<void> {
  const decided = await decidePendingRequest(db, id, { status, decidedBy: actor.name, now: kernel.clock.now() });
  if (decided === undefined) {
    throw new Refusal('access_request.not_found');
  }
  const approved = status === 'approved';
  await settle(db, kernel, decided.userId, { approved, sentence: approved ? 'Approved' : 'Declined' });
}

/**
 * Lets somebody in who was declined before.
 * @throws Refusal when nobody is any more.
 */
export async function approveAfterAll(db: MspDb, kernel: DecidingKernel, actor: Actor, id: number): Promise<void> {
  const by = { decidedBy: actor.name, now: kernel.clock.now() };
  const decided = await approveDeclinedRequest(db, id, by);
  if (decided === undefined) {
    throw new Refusal('access_request.not_declined');
  }
  await settle(db, kernel, decided.userId, { approved: true, sentence: 'Approved after all' });
}

async function settle(
  db: MspDb,
  { settings, secrets, clock }: DecidingKernel,
  applicantId: number,
  { approved, sentence }: { readonly approved: boolean; readonly sentence: string },
): Promise<void> {
  const { userId, name, email } = await settleApplicant(db, applicantId, {
    status: approved ? 'active' : 'inactive',
    roleId: roleIds.MSP_USER,
    now: clock.now(),
  });
  await queueMail(db, secrets, { recipient: email, ...decisionMail(await getMspName(db), approved, settings) });
  audit(db, {
    category: 'User Management',
    log: `${sentence} the request of ${name} (${email}) to join`,
    target: { type: 'user', id: userId },
  });
}

function decisionMail(mspName: string, approved: boolean, { publicUrl }: Pick<Kernel['settings'], 'publicUrl'>) {
  const subject = approved ? `Welcome to ${mspName} on Sentrywell` : `Your request to join ${mspName} was declined`;
  const content = approved
    ? {
        paragraphs: [
          `Your request to join ${mspName} was approved. You can sign in now with your e-mail address and password.`,
          'You will see organizations as soon as an administrator has assigned you some.',
        ],
        action: { label: 'Sign in', url: `${publicUrl}/login` },
      }
    : {
        paragraphs: [
          `An administrator of ${mspName} declined your request to join. You cannot sign in.`,
          `If you think this is a mistake, please ask your administrator at ${mspName}.`,
        ],
      };
  const { text, html } = mailLayout({
    heading: subject,
    ...content,
    footer: 'You get this mail because you registered with this address.',
  });
  return { subject, text, html };
}
