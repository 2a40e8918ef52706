import type { Kernel } from '../../kernel/kernel.ts';
import { doorOf } from '../../kernel/route.ts';
import { noOrigin, platformTenantId } from '../../kernel/tenant.ts';
import { holdTurns, takeTurn, throttleKey } from '../../kernel/throttle.ts';
import type { SharedTurns } from './google-pace.ts';

/** One row for each Google project: Google counts per project, whichever app server asks. */
export function googleTurns(kernel: Pick<Kernel, 'database' | 'settings'>): SharedTurns {
  const { clientId = '', minimumIntervalMs } = kernel.settings.google;
  const key = throttleKey('google_turn', clientId);
  const door = doorOf(kernel, noOrigin);
  return {
    take: () => door.enter(platformTenantId, (db) => takeTurn(db, { key, intervalMs: minimumIntervalMs })),
    hold: (milliseconds) => door.enter(platformTenantId, (db) => holdTurns(db, key, milliseconds)),
  };
}
