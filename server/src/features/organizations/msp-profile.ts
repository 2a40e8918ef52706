import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { MspDb } from '../../kernel/tenant.ts';
import { findMsp, type MspProfile, updateMspName } from './queries.ts';

/** @throws Refusal for a root user, who is in no MSP. */
export async function getMsp(db: MspDb): Promise<MspProfile> {
  const msp = await findMsp(db);
  if (msp === undefined) {
    throw new Refusal('msp.not_found');
  }
  return msp;
}

/** The name was made from the domain when the MSP registered (ruling R15). */
export async function renameMsp(db: MspDb, { clock }: Pick<Kernel, 'clock'>, name: string): Promise<void> {
  const before = await getMsp(db);
  await updateMspName(db, name, clock.now());
  audit(db, {
    category: 'Organization',
    log: `Renamed the MSP ${before.name} to ${name}`,
    target: { type: 'msp', id: before.id },
  });
}
