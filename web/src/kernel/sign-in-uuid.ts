/**
 * Which reading of a workspace this tab began (specification §3: the session storage key `uuid`). An index, not a secret:
 * the server answers it only to the session that ran the reading.
 */
const key = 'uuid';

export function keptUuid(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepUuid(uuid: string): void {
  try {
    sessionStorage.setItem(key, uuid);
  } catch {
    // Storage is closed to us: the reading is still found among the stored assessments.
  }
}

export function dropUuid(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept, then.
  }
}
