import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Block } from './guide.ts';
import { playJourneys } from './journeys.ts';
import { chosenMoment, lookAtMarkers, setMarkers } from './markers.ts';
import { must } from './must.ts';
import { values } from './place.ts';
import { loadDemo, password, signIn } from './product.ts';
import { lookAtService, verifyUnit } from './service.ts';
import { lookAtVersion, startAsking } from './versions.ts';

/** What the trial does beside a block of the guide: `index` counts the blocks below the heading. */
export type Step = {
  readonly heading: string;
  readonly index: number;
  readonly when: 'before' | 'after';
  /** @returns what was seen, for the report. */
  readonly run: () => Promise<string | undefined | void>;
};

type Google = { readonly issuer: string; readonly apiRoot: string };

/** The emulator stands in for Google, and many people sign in from one address. Nothing else differs from the guide's settings. */
async function addSettings({ issuer, apiRoot }: Google): Promise<string> {
  const lines = [`GOOGLE_ISSUER=${issuer}`, `GOOGLE_API_ROOT=${apiRoot}`, 'RATE_LIMIT_FACTOR=1000'];
  appendFileSync(path.join(values.CONFIG, 'sentrywell.env'), `${lines.join('\n')}\n`);
  return `the trial adds ${lines.map((line) => line.split('=')[0]).join(', ')}`;
}

async function play(stopping: boolean, files?: readonly string[]): Promise<string> {
  const { expected, unexpected, flaky, skipped, failed } = await playJourneys(stopping, files);
  const found = `${expected} passed, ${unexpected + flaky} failed, ${skipped} skipped`;
  must(unexpected + flaky === 0 && expected > 0, [`Journeys: ${found}`, ...failed].join('\n          '));
  return `${stopping ? 'the journey while servers stop and start' : 'journeys through nginx'}: ${found}`;
}

async function firstPerson(): Promise<string> {
  must((await signIn(values.ADMIN)) === 200, 'The first person cannot sign in.');
  return 'the first person signs in';
}

/** @param journeys parts of names of the journeys to play; undefined: none but the one while servers stop. */
export function stepsOf(google: Google, journeys: readonly string[] | undefined): readonly Step[] {
  const first = { heading: '6. The first person', index: 0, when: 'after' } as const;
  return [
    { heading: '3. The schema, and the login of the servers', index: 0, when: 'after', run: loadDemo },
    { heading: '4. The servers', index: 0, when: 'after', run: () => addSettings(google) },
    { heading: '4. The servers', index: 1, when: 'after', run: verifyUnit },
    { heading: '4. The servers', index: 1, when: 'after', run: lookAtService },
    { ...first, run: firstPerson },
    ...(journeys === undefined ? [] : [{ ...first, run: () => play(false, journeys) }]),
    { ...first, run: () => play(true) },
    { heading: 'Back to a moment', index: 0, when: 'before', run: setMarkers },
    { heading: 'Back to a moment', index: 2, when: 'after', run: lookAtMarkers },
    { heading: 'Upgrade', index: 1, when: 'before', run: startAsking },
    { heading: 'Upgrade', index: 1, when: 'after', run: () => lookAtVersion('v2') },
    { heading: 'Rollback', index: 0, when: 'before', run: startAsking },
    { heading: 'Rollback', index: 0, when: 'after', run: () => lookAtVersion('v1') },
  ];
}

/** The trial's values for a block of values. */
export function valuesFor({ heading }: Block): Readonly<Record<string, string>> {
  return heading === 'Back to a moment' ? chosenMoment() : heading === 'Upgrade' ? { NEXT: 'v2' } : values;
}

/** What is typed on the terminal while a block runs. */
export function typedAt({ heading }: Block): string {
  return heading === '6. The first person' ? `${password}\n${password}\n` : '';
}
