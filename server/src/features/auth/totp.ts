import { generateSecret, generateURI, verify } from 'otplib';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { NotOpened, unseal } from '../../kernel/sealed.ts';
import type { TenantDb } from '../../kernel/tenant.ts';
import { spendTotpStep } from './queries.ts';

const stepSeconds = 30;

/** A fresh seed and its address for the authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). */
export function newTotpSeed(email: string): { readonly secret: string; readonly uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: 'Sentrywell', label: email, secret }) };
}

/** @returns the time step whose code this is (the current one, or a neighbour for clocks that differ), or undefined. */
export async function totpStepOf(secret: string, code: string, now: Date): Promise<number | undefined> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) {
    return undefined;
  }
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = await verify({ secret, token, epoch, epochTolerance: stepSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

type SeedKernel = Pick<Kernel, 'app' | 'secrets' | 'clock'>;

/** @throws Refusal where the seed was stored with another ENCRYPTION_KEY: no code would ever be right. */
export function openSeed({ app, secrets }: SeedKernel, sealed: string): string {
  try {
    return unseal(secrets, sealed);
  } catch (error) {
    if (error instanceof NotOpened) {
      app.log.warn({ err: error }, 'the seed of an authenticator app cannot be read');
      throw new Refusal('second_factor.unreadable', { cause: error });
    }
    throw error;
  }
}

/** Whether it is a right code that was not used before. */
export async function checkTotp(
  db: TenantDb,
  kernel: SeedKernel,
  { userId, totpSecret }: { readonly userId: number; readonly totpSecret: string | null },
  code: string,
): Promise<boolean> {
  if (totpSecret === null) {
    return false;
  }
  const step = await totpStepOf(openSeed(kernel, totpSecret), code, kernel.clock.now());
  return step !== undefined && (await spendTotpStep(db, userId, step));
}
