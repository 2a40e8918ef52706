import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { succeeded } from '@sentrywell/contract/shapes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { openRoute, route, steppedRoute } from '../../kernel/route.ts';
import { findSessionTime, touchSession } from '../../kernel/session.ts';
import { tenantOfToken } from '../../kernel/token.ts';
import { lookUpIn } from '../../kernel/tenant.ts';
import { findDetails } from './find-details.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { passwordRoutes } from './password-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { stepUp } from './step-up.ts';

export function authRoutes(kernel: Kernel): void {
  const { clock, database, settings } = kernel;

  route(kernel, authEndpoints.me, async ({ actor }) => actor.session);

  route(
    kernel,
    authEndpoints.keepAlive,
    async ({ db, actor }) => {
      const now = clock.now();
      await touchSession(db, actor, now);
      const idleExpiresAt = new Date(now.getTime() + settings.session.idleMinutes * 60_000).toISOString();
      return { idleExpiresAt, expiresAt: actor.session.expiresAt };
    },
    { unaudited: 'the session only goes on' },
  );

  openRoute(kernel, authEndpoints.sessionTime, async ({ cookie }) => {
    const token = cookie.value ?? '';
    const tenantId = tenantOfToken(token);
    const time =
      tenantId === undefined
        ? undefined
        : await lookUpIn(database, tenantId, (db) => findSessionTime(db, token, clock.now(), settings.session));
    if (time === undefined) {
      throw new Refusal('session.missing');
    }
    return time;
  });

  route(kernel, authEndpoints.userDetails, async ({ db, actor, params }) => {
    const { name, email } = await findDetails(db, actor, params.userId);
    return { user: { name, email } };
  });

  openRoute(kernel, authEndpoints.login, async ({ door, body, cookie }) => {
    const { token, remembered, ...reply } = await login(door, kernel, body);
    // A browser holds one session: the one that it had is over.
    await logout(door, kernel, cookie.value);
    cookie.open(token, remembered);
    return reply;
  });

  openRoute(
    kernel,
    authEndpoints.logout,
    async ({ door, cookie }) => {
      await logout(door, kernel, cookie.value);
      cookie.clear();
      return succeeded;
    },
    { unaudited: 'without a session there is nothing to end' },
  );

  steppedRoute(kernel, authEndpoints.stepUp, async ({ enter, body, cookie }) => {
    const { token, remembered, confirmedUntil } = await stepUp(enter, kernel, body.password);
    cookie.open(token, remembered);
    return { ...succeeded, confirmedUntil: confirmedUntil.toISOString() };
  });

  passwordRoutes(kernel);
  secondFactorRoutes(kernel);
}
