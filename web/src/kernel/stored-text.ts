/** A text that this browser remembers; '' where there is none or storage is closed to us (a privacy setting). */
export function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** An empty text forgets it. */
export function store(key: string, text: string): void {
  try {
    if (text === '') {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, text);
    }
  } catch {
    // Storage is closed to us: nothing is remembered.
  }
}
