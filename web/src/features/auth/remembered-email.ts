/** 'Remember Password' remembers the address, never the password (ruling R21). */
const key = 'sentrywell.email';

export function rememberedEmail(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** An empty text forgets it. */
export function rememberEmail(email: string): void {
  try {
    if (email === '') {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, email);
    }
  } catch {
    // Storage is closed to us: nothing is remembered.
  }
}
