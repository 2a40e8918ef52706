import { billingEndpoints } from '@sentrywell/contract/billing.ts';
import { succeeded } from '@sentrywell/contract/shapes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { route } from '../../kernel/route.ts';
import { exportBilling } from './export-billing.ts';
import { findMspBilling } from './find-msp-billing.ts';
import { findOrganizationBilling } from './find-organization-billing.ts';
import { setFee } from './set-fee.ts';
import { withdrawFee } from './withdraw-fee.ts';

export function billingRoutes(kernel: Kernel): void {
  const { clock } = kernel;

  route(kernel, billingEndpoints.findMspBilling, ({ db }) => findMspBilling(db, clock.now()));

  route(kernel, billingEndpoints.exportMspBilling, ({ db }) => exportBilling(db, clock.now()));

  route(kernel, billingEndpoints.setFee, async ({ db, body }) => {
    await setFee(db, body, clock.now());
    return succeeded;
  });

  route(kernel, billingEndpoints.withdrawFee, async ({ db, body }) => {
    await withdrawFee(db, body.startsOn, clock.now());
    return succeeded;
  });

  route(kernel, billingEndpoints.findOrganizationBilling, ({ db }) => findOrganizationBilling(db, clock.now()));
}
