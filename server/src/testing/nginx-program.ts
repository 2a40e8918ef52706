import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where `npm test` unpacks nginx when the machine has none. */
export const unpackedNginx = path.resolve(import.meta.dirname, '../../../node_modules/.cache/sentrywell/nginx');

/** The nginx of the machine, or else the one that was unpacked for tests; undefined: there is neither. */
export function nginxProgram(): string | undefined {
  const places = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', path.join(unpackedNginx, 'usr/sbin')];
  return places.map((place) => path.join(place, 'nginx')).find((file) => existsSync(file));
}
