import { readStored, store } from '../../kernel/stored-text.ts';

/** 'Remember Password' remembers the address, never the password (ruling R21). */
const key = 'sentrywell.email';

export function rememberedEmail(): string {
  return readStored(key);
}

/** An empty text forgets it. */
export function rememberEmail(email: string): void {
  store(key, email);
}
