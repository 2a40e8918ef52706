import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { succeeded } from '@sentrywell/contract/shapes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { openRoute } from '../../kernel/route.ts';
import { sendAccountMails } from './background-mails.ts';
import { confirmEmail, resendConfirmation } from './confirm-email.ts';
import { register } from './register.ts';

export function registrationRoutes(kernel: Kernel): void {
  sendAccountMails(kernel);

  openRoute(kernel, registrationEndpoints.registerOrganization, async ({ door, body }) => ({
    ...succeeded,
    next: await register(door, kernel, 'organization', body),
  }));

  openRoute(kernel, registrationEndpoints.registerMsp, async ({ door, body }) => ({
    ...succeeded,
    next: await register(door, kernel, 'msp', body),
  }));

  openRoute(
    kernel,
    registrationEndpoints.confirmEmail,
    async ({ door, body, cookie }) => ({
      ...succeeded,
      next: await confirmEmail(door, kernel, { token: body.token, session: cookie.value }),
    }),
    { unaudited: 'a link that is opened again changes nothing; the first time is recorded' },
  );

  openRoute(kernel, registrationEndpoints.resendConfirmation, async ({ door, body }) => {
    await resendConfirmation(door, kernel, body.email);
    return succeeded;
  });
}
