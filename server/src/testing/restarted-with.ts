import { buildApp } from '../app.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Secrets } from '../kernel/secrets.ts';
import type { World } from './world.ts';

/** The server of a world as it comes up again with other secrets, on the same database; close its app. */
export function restartedWith({ kernel }: World, others: Partial<Secrets>): Promise<Kernel> {
  const { settings, secrets, database, clock } = kernel;
  return buildApp({ settings, database, clock, secrets: { ...secrets, ...others } });
}
