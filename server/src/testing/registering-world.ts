import { authEndpoints, passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { expect } from 'vitest';
import { buildMailingWorld } from './mailing-world.ts';

/** A world that sends its mails, and what somebody does who registers there and follows the links in them. */
export async function buildRegisteringWorld(environment: Readonly<Record<string, string>> = {}) {
  const { world, mailServer } = await buildMailingWorld(environment);
  const { mailsTo } = mailServer;

  const password = 'seven green kettles sing';
  const jane = { firstName: 'Jane', lastName: 'Doe', password, token: '' };

  /** Sends what waits and follows the newest mail to the address. @returns the token in its link. */
  async function linkTo(email: string, page = '/confirm-email'): Promise<string> {
    await world.kernel.jobs.runDue();
    const [, address = ''] = /(http\S+)/.exec(mailsTo(email).at(-1)?.text ?? '') ?? [];
    const url = new URL(address);
    expect(url.pathname).toBe(page);
    return url.searchParams.get('token') ?? '';
  }

  /** @returns the token of a link to choose a new password, which proves the address as well. */
  async function resetLinkTo(email: string): Promise<string> {
    await world.call(passwordEndpoints.requestPasswordReset, { body: { email } });
    return linkTo(email, '/reset-password');
  }

  return {
    world,
    mailServer,
    password,
    jane,
    mailsTo,
    linkTo,
    resetLinkTo,
    asOrganization: (body: object) =>
      world.call(registrationEndpoints.registerOrganization, { body: { ...jane, ...body } }),
    asMsp: (body: object) => world.call(registrationEndpoints.registerMsp, { body: { ...jane, ...body } }),
    confirm: (token: string) => world.call(registrationEndpoints.confirmEmail, { body: { token } }),
    resend: (email: string) => world.call(registrationEndpoints.resendConfirmation, { body: { email } }),
    reset: (token: string) => world.call(passwordEndpoints.resetPassword, { body: { token, password } }),
    signIn: (email: string) => world.call(authEndpoints.login, { body: { email, password } }),
  };
}
