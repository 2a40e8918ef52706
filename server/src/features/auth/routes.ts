import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { succeeded } from '@sentrywell/contract/shapes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { openRoute, route } from '../../kernel/route.ts';
import { findDetails } from './find-details.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';

export function authRoutes(kernel: Kernel): void {
  route(kernel, authEndpoints.me, async ({ actor }) => actor.session);

  route(kernel, authEndpoints.userDetails, async ({ db, actor, params }) => {
    const { name, email } = await findDetails(db, actor, params.userId);
    return { user: { name, email } };
  });

  openRoute(kernel, authEndpoints.login, async ({ door, body, cookie }) => {
    const { token, ...reply } = await login(door, kernel, body);
    cookie.open(token, body.remember ?? false);
    return reply;
  });

  openRoute(kernel, authEndpoints.logout, async ({ door, cookie }) => {
    await logout(door, kernel, cookie.value);
    cookie.clear();
    return succeeded;
  });
}
