import type { Kernel } from '../../kernel/kernel.ts';

/** Somebody who registers: checked, with the password hashed, about to be written. */
export type Newcomer = {
  readonly firstName: string;
  readonly lastName: string;
  /** From the invitation where there is one. */
  readonly email: string;
  readonly passwordHash: string;
  readonly now: Date;
  /** null: the address is confirmed by a mailed link first. */
  readonly confirmedAt: Date | null;
};

/** What a registration brings to the account once its link is followed. */
export type Chosen = Pick<Newcomer, 'firstName' | 'lastName' | 'passwordHash'>;

/** One of those with an address, as its link brings it. */
export type Choice = { readonly chosen: Chosen; readonly registeredAt: Date };

export type RegistrationKernel = Pick<Kernel, 'clock' | 'secrets' | 'settings'>;

export function fullName({ firstName, lastName }: Pick<Newcomer, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}
