import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { must } from './must.ts';
import { ports, transcript, values } from './place.ts';
import { register, signIn } from './product.ts';

const saved = 'saved@before-the-moment.example';
const lost = 'lost@after-the-moment.example';
let moment = '';

const newest = (names: readonly string[]) => names.toSorted().at(-1) ?? '';

/** The guide's choice of a moment, and of a base that was finished before it. */
export const chosenMoment = () => ({
  MOMENT: moment,
  BASE: path.join(values.BACKUPS, newest(readdirSync(values.BACKUPS).filter((name) => name.startsWith('base-')))),
});

/** When the newest signed checkpoint of a server was written. */
function signedAt(port: number): number {
  const folder = path.join(values.DATA, String(port), 'audit-checkpoints');
  const file = existsSync(folder) ? newest(readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) : '';
  const last = file === '' ? '' : (readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n').at(-1) ?? '');
  return Date.parse(/"time":"([^"]+)"/.exec(last)?.[1] ?? '1970-01-01');
}

/** Somebody registers before the moment and somebody after it, and both servers sign how far the audit log has come. */
export async function setMarkers(): Promise<void> {
  await register(saved);
  await wait(1_000);
  moment = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
  await wait(1_000);
  await register(lost);
  const since = Date.now();
  for (
    const end = since + 90_000;
    [ports.first, ports.second].some((port) => signedAt(port) < since);
    await wait(500)
  ) {
    must(Date.now() < end, 'The servers signed no checkpoint for 90 seconds.');
  }
  must((await signIn(saved)) === 200 && (await signIn(lost)) === 200, 'Not everybody who registered can sign in.');
}

/** Whoever came before the moment is there, whoever came after it is not, and the audit log says what is gone. */
export async function lookAtMarkers(): Promise<string> {
  const [before, after] = [await signIn(saved), await signIn(lost)];
  must(
    before === 200 && after === 401,
    `Not the database of the moment: sign-ins were answered ${before} and ${after}.`,
  );
  const named = readFileSync(transcript, 'utf8').match(/^Tenant \d+: BROKEN.*$/gm) ?? [];
  must(named.length > 0, 'audit:verify did not name what was lost.');
  return `who came before the moment signs in, who came after it is unknown; audit:verify: ${[...new Set(named)].join(' ')}`;
}

export async function mustStillSignIn(): Promise<void> {
  must((await signIn(saved)) === 200, 'Somebody who could sign in before cannot any more.');
}
