/** Only an address inside our own origin may be returned to. */
export function ownPath(path: string | undefined): string | undefined {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : undefined;
}
