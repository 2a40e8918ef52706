import type { OrganizationRequirement, Requirement } from '@sentrywell/contract/account.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { MspDb, OrganizationDb } from '../../kernel/tenant.ts';
import { mustBeConfirmed } from '../auth/step-up.ts';
import {
  findMspRequirement,
  getOrganizationRequirement,
  hasSecondFactor,
  lockRequirers,
  updateMspRequirement,
  updateRequirers,
} from './queries.ts';

type Wish = { readonly required: boolean };

export async function getMspRequirement(db: MspDb): Promise<Requirement> {
  const requirement = await findMspRequirement(db);
  if (requirement === undefined) {
    throw new Refusal('msp.not_found');
  }
  return requirement;
}

/** Whoever requires it of others must have one, or would lock themselves out with the next call. */
async function mustHaveOwn(db: MspDb | OrganizationDb, actor: Actor, { required }: Wish): Promise<void> {
  if (required && !(await hasSecondFactor(db, actor.userId))) {
    throw new Refusal('second_factor.none');
  }
}

const sentence = ({ required }: Wish) =>
  required ? 'A second factor is now required of everybody' : 'A second factor is no longer required';

export async function changeMspRequirement(
  db: MspDb,
  actor: Actor,
  { clock }: Pick<Kernel, 'clock'>,
  wish: Wish,
): Promise<Requirement> {
  mustBeConfirmed(actor, { clock });
  await getMspRequirement(db);
  await mustHaveOwn(db, actor, wish);
  await updateMspRequirement(db, wish.required, clock.now());
  audit(db, { category: 'Organization', log: sentence(wish), target: { type: 'msp', id: db.tenantId } });
  return getMspRequirement(db);
}

/** An organization and its MSP each require it for themselves, and each lifts only what they required. */
export async function changeOrganizationRequirement(
  db: OrganizationDb,
  actor: Actor,
  { clock }: Pick<Kernel, 'clock'>,
  wish: Wish,
): Promise<OrganizationRequirement> {
  mustBeConfirmed(actor, { clock });
  const { isIndependent, ...before } = await lockRequirers(db);
  const isOwn = actor.orgId === db.organizationId;
  // Somebody of the MSP isn't bound by what is required of the organization's people.
  if (isOwn) {
    if (before.byMsp) {
      const byOperator =
        'The operator of Sentrywell requires a second factor of everybody here. Only the operator can lift that.';
      throw new Refusal('second_factor.required_by_msp', isIndependent ? { message: byOperator } : {});
    }
    await mustHaveOwn(db, actor, wish);
  }
  const after = isOwn ? { ...before, byOrganization: wish.required } : { ...before, byMsp: wish.required };
  await updateRequirers(db, after, clock.now());
  const isLiftedByMspAlone = !wish.required && after.byOrganization;
  audit(db, {
    category: 'Organization',
    log: isLiftedByMspAlone
      ? `The ${isIndependent ? 'operator' : 'MSP'} no longer requires a second factor; the organization still does`
      : sentence(wish),
    target: { type: 'organization', id: db.organizationId },
  });
  return getOrganizationRequirement(db);
}
