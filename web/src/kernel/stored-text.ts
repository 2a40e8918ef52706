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

/** @returns puts back everything of ours that is stored now. */
export function keepStored(): () => void {
  const kept = storedKeys().map((key): [string, string] => [key, readStored(key)]);
  return () => {
    for (const [key, text] of kept) {
      store(key, text);
    }
  };
}

function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith('sentrywell.'));
  } catch {
    return [];
  }
}
