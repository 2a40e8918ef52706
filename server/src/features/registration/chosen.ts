import { z } from 'zod';
import { seal, type SealingKeys, unseal } from '../../kernel/sealed.ts';
import type { Chosen } from './newcomer.ts';

const shape = z.object({ firstName: z.string(), lastName: z.string(), passwordHash: z.string() });

/** @returns undefined where a server from before wrote it, whose links brought nothing. */
export function chosenIn(stored: unknown): Chosen | undefined {
  return shape.safeParse(stored).data;
}

const dated = z.object({ registeredAt: z.iso.datetime() });

/** When what a link brings was chosen: it may have been mailed again since. */
export function registeredIn(stored: unknown): Date | undefined {
  const { data } = dated.safeParse(stored);
  return data && new Date(data.registeredAt);
}

/** For a job that waits. */
export function sealChosen(key: Buffer, chosen: Chosen): string {
  return seal(key, JSON.stringify(shape.parse(chosen)));
}

export function unsealChosen(keys: SealingKeys, sealed: unknown): Chosen | undefined {
  return typeof sealed === 'string' ? chosenIn(JSON.parse(unseal(keys, sealed))) : undefined;
}
