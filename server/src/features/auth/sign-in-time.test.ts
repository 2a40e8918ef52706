import { authEndpoints } from '@sentrywell/contract/auth.ts';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { buildWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
  await warmUp();
});

const known = 'admin@cedar.example';
const pairs = 300;
const mayDifferMilliseconds = 1;

type Spent = { readonly elapsed: number; readonly working: number };

/** Milliseconds until the answer, and those in which a processor was at work for it here, which others can't draw out. */
async function spentOn(email: string): Promise<Spent> {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  const { status } = await world.call(authEndpoints.login, { body: { email, password: 'not the password at all' } });
  const { user, system } = process.cpuUsage(before);
  expect(status).toBe(401);
  return { elapsed: performance.now() - begun, working: (user + system) / 1_000 };
}

/** Where the median of all possible measurements lies, surely (three standard errors to each side), and of these ones. */
function medianOf(values: readonly number[]): { readonly least: number; readonly most: number; readonly here: number } {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (index: number) => sorted[Math.round(index)] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  const sideways = 1.5 * Math.sqrt(sorted.length);
  return { least: at(middle - sideways), most: at(middle + sideways), here: at(middle) };
}

async function warmUp(): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await spentOn(known);
    await spentOn('nobody@cedar.example');
  }
}

// On a machine that is busy with other things each answer waits for a processor, hundreds of milliseconds and more: how long it took
// then says little, how much was done for it says the same as ever. A difference that is real shows each time.
test(`a known and an unknown address take the same time over ${pairs} pairs`, {
  timeout: 240_000,
  retry: 2,
}, async () => {
  const elapsed: number[] = [];
  const working: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const unknown = `nobody${pair}@cedar.example`;
    // Each goes first in half of the pairs: whatever drifts meanwhile drifts for both.
    const isKnownFirst = pair % 2 === 0;
    const first = await spentOn(isKnownFirst ? known : unknown);
    const second = await spentOn(isKnownFirst ? unknown : known);
    const [one, other] = isKnownFirst ? [first, second] : [second, first];
    elapsed.push(one.elapsed - other.elapsed);
    working.push(one.working - other.working);
  }
  expect(Math.abs(medianOf(working).here)).toBeLessThan(mayDifferMilliseconds);
  const { least, most } = medianOf(elapsed);
  expect(least).toBeLessThan(mayDifferMilliseconds);
  expect(most).toBeGreaterThan(-mayDifferMilliseconds);
});

// What the database does for an answer is no work of this process: it is asked the same, in the same order.
test('a known and an unknown address are the same questions to the database', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const questionsFor = async (email: string): Promise<string[]> => {
    asked.mockClear();
    await spentOn(email);
    const texts = asked.mock.calls.map(([query]: unknown[]) =>
      typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query),
    );
    return texts.map((text) => text.replace(/app\.tenant_id = '\d+'/, 'app.tenant_id = …'));
  };
  const questions = await questionsFor(known);
  expect(questions.length).toBeGreaterThan(10);
  expect(await questionsFor('nobody@cedar.example')).toEqual(questions);
});
