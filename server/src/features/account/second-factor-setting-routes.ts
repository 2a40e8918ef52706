import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { succeeded } from '@sentrywell/contract/shapes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { route, steppedRoute } from '../../kernel/route.ts';
import { beginPasskey, confirmPasskey } from './enrol-passkey.ts';
import { beginTotp, confirmTotp } from './enrol-totp.ts';
import { renewRecoveryCodes } from './recovery.ts';
import { removePasskey, removeTotp } from './remove-second-factor.ts';

export function secondFactorSettingRoutes(kernel: Kernel): void {
  route(kernel, accountEndpoints.beginTotp, ({ db, actor }) => beginTotp(db, actor, kernel));

  steppedRoute(kernel, accountEndpoints.confirmTotp, async ({ enter, body }) => ({
    recoveryCodes: await confirmTotp(enter, kernel, body.code),
  }));

  route(kernel, accountEndpoints.removeTotp, async ({ db, actor }) => {
    await removeTotp(db, actor, kernel);
    return succeeded;
  });

  route(kernel, accountEndpoints.beginPasskey, async ({ db, actor }) => ({
    publicKey: await beginPasskey(db, actor, kernel),
  }));

  steppedRoute(kernel, accountEndpoints.confirmPasskey, async ({ enter, body }) => ({
    recoveryCodes: await confirmPasskey(enter, kernel, body),
  }));

  route(kernel, accountEndpoints.removePasskey, async ({ db, actor, body }) => {
    await removePasskey(db, actor, kernel, body.id);
    return succeeded;
  });

  route(kernel, accountEndpoints.renewRecoveryCodes, async ({ db, actor }) => ({
    recoveryCodes: await renewRecoveryCodes(db, actor, kernel),
  }));
}
