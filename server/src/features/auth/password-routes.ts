import { passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { succeeded } from '@sentrywell/contract/shapes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { openRoute, steppedRoute } from '../../kernel/route.ts';
import { changePassword } from './change-password.ts';
import { findPasswordReset, mailPasswordResets, requestPasswordReset, resetPassword } from './reset-password.ts';

export function passwordRoutes(kernel: Kernel): void {
  mailPasswordResets(kernel);

  openRoute(kernel, passwordEndpoints.requestPasswordReset, async ({ door, body }) => {
    await requestPasswordReset(door, kernel, body.email);
    return succeeded;
  });

  openRoute(
    kernel,
    passwordEndpoints.findPasswordReset,
    async ({ door, body }) => findPasswordReset(door, kernel, body.token),
    { unaudited: 'looking uses nothing up; a POST only keeps the token out of addresses and logs' },
  );

  openRoute(kernel, passwordEndpoints.resetPassword, async ({ door, body }) => {
    await resetPassword(door, kernel, body);
    return succeeded;
  });

  steppedRoute(kernel, passwordEndpoints.changePassword, async ({ enter, body, cookie }) => {
    const { token, remembered } = await changePassword(enter, kernel, body);
    cookie.open(token, remembered);
    return succeeded;
  });
}
