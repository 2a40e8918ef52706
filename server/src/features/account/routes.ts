import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { succeeded } from '@sentrywell/contract/shapes.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { route, steppedRoute } from '../../kernel/route.ts';
import { cancelEmailChange, changeEmail } from './change-email.ts';
import { mailEmailChanges } from './email-change-mails.ts';
import { findAccount } from './find-account.ts';
import { ownEntry } from './own-entry.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts';
import { getOrganizationRequirement, updateProfile } from './queries.ts';
import { changeMspRequirement, changeOrganizationRequirement, getMspRequirement } from './requirement.ts';
import { secondFactorSettingRoutes } from './second-factor-setting-routes.ts';

export function accountRoutes(kernel: Kernel): void {
  route(kernel, accountEndpoints.findAccount, ({ db, actor }) => findAccount(db, actor, kernel));

  route(kernel, accountEndpoints.changeProfile, async ({ db, actor, body }) => {
    await updateProfile(db, actor.userId, { ...body, now: kernel.clock.now() });
    audit(db, { ...ownEntry(actor, 'Changed their own profile'), category: 'User Management' });
    return succeeded;
  });

  mailEmailChanges(kernel);

  steppedRoute(kernel, accountEndpoints.changeEmail, async ({ enter, body, cookie }) => {
    const changed = await changeEmail(enter, kernel, body.email);
    if (changed.next === 'changed') {
      cookie.open(changed.token, changed.remembered);
    }
    return { ...succeeded, next: changed.next };
  });

  route(kernel, accountEndpoints.cancelEmailChange, async ({ db, actor }) => {
    await cancelEmailChange(db, kernel, actor);
    return succeeded;
  });

  route(kernel, accountEndpoints.listSessions, async ({ db, actor }) => ({
    sessions: await listSessions(db, actor, kernel),
  }));

  route(kernel, accountEndpoints.endSession, async ({ db, actor, params }) => {
    await endOwnSession(db, actor, kernel, params.sessionId);
    return succeeded;
  });

  route(kernel, accountEndpoints.endOtherSessions, async ({ db, actor }) => ({
    ...succeeded,
    ended: await endOtherSessions(db, actor, kernel),
  }));

  route(kernel, accountEndpoints.findMspRequirement, ({ db }) => getMspRequirement(db));

  route(kernel, accountEndpoints.changeMspRequirement, ({ db, actor, body }) =>
    changeMspRequirement(db, actor, kernel, body),
  );

  route(kernel, accountEndpoints.findOrganizationRequirement, ({ db }) => getOrganizationRequirement(db));

  route(kernel, accountEndpoints.changeOrganizationRequirement, ({ db, actor, body }) =>
    changeOrganizationRequirement(db, actor, kernel, body),
  );

  secondFactorSettingRoutes(kernel);
}
