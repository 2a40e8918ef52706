import type { Subject } from '@sentrywell/contract/access.ts';
import type { Session } from '@sentrywell/contract/auth.ts';

/** The person behind a request: read again by session on every one (security rule 5). */
export type Actor = Subject & {
  readonly tenantId: number;
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly roleId: number | null;
  readonly sessionId: number;
  readonly sessionHash: Buffer;
  /** When the password or a second factor was last given: what step-up looks at. */
  readonly confirmedAt: string;
  /** When the person was last noted as being there. */
  readonly lastSeenAt: string;
  /** Their MSP or organization requires a second factor that they do not have yet. */
  readonly mustEnrolSecondFactor: boolean;
  /** What `GET /api/auth/me` answers. */
  readonly session: Session;
};
