import { useSyncExternalStore } from 'react';
import { rememberedEmail } from './remembered-email.ts';

const never = () => () => undefined;

/** The remembered address; empty in the prerendered page, which belongs to nobody. */
export function useRememberedEmail(): string {
  return useSyncExternalStore(never, rememberedEmail, () => '');
}
