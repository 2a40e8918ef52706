import type { Policy } from '../../../emulator/policy.ts';
import { demoPolicies, type Subscription, weakCandidates } from './demo-policies.ts';
import { domainOfName } from './demo-names.ts';

/**
 * Which weak settings an organization had when it was assessed: those from `fixed` up to `found` in its own order of
 * candidates. Both only grow, so every finding is opened once and resolved at most once.
 */
export type Weakness = { readonly fixed: number; readonly found: number };

type PlannedRun = Weakness & {
  /** 0: the current month. */
  readonly monthsAgo: number;
};

export type AssessmentPlan = {
  readonly name: string;
  readonly subscription: Subscription;
  readonly runs: readonly PlannedRun[];
};

type Veteran = {
  readonly name: string;
  readonly subscription: Subscription;
  /** Runs in each of the last six months, the oldest first. */
  readonly perMonth: readonly [number, number, number, number, number, number];
  /** As the month began, and after its last run in this month. */
  readonly before: Weakness;
  readonly after: Weakness;
};

const veterans: readonly Veteran[] = [
  {
    name: 'Cedar Clinic',
    subscription: 'everything',
    perMonth: [2, 3, 1, 1, 0, 2],
    before: { fixed: 4, found: 18 },
    after: { fixed: 9, found: 18 },
  },
  {
    name: 'Alder Creek Dental',
    subscription: 'mail',
    perMonth: [2, 3, 1, 0, 1, 1],
    before: { fixed: 2, found: 12 },
    after: { fixed: 3, found: 12 },
  },
  {
    name: 'Bayside Pediatrics',
    subscription: 'mail',
    perMonth: [2, 3, 1, 1, 0, 1],
    before: { fixed: 2, found: 11 },
    after: { fixed: 4, found: 11 },
  },
  {
    name: 'Clearwater Orthopedics',
    subscription: 'mail',
    perMonth: [2, 3, 0, 1, 0, 1],
    before: { fixed: 2, found: 10 },
    after: { fixed: 2, found: 10 },
  },
  {
    name: 'Evergreen Oncology Partners',
    subscription: 'mail',
    perMonth: [2, 3, 0, 1, 0, 1],
    before: { fixed: 1, found: 9 },
    after: { fixed: 2, found: 9 },
  },
  {
    name: 'Granite Bay Cardiology',
    subscription: 'mail',
    perMonth: [1, 2, 0, 1, 0, 1],
    before: { fixed: 2, found: 10 },
    after: { fixed: 2, found: 10 },
  },
  {
    name: 'Lantern Hospice',
    subscription: 'accounts',
    perMonth: [1, 2, 0, 0, 1, 1],
    before: { fixed: 2, found: 6 },
    after: { fixed: 2, found: 6 },
  },
];

/** Assessed for the first time in the current month. */
const newcomers: readonly (readonly [name: string, subscription: Subscription, found: number])[] = [
  ['Beacon Hill Family Practice', 'mail', 6],
  ['Greenfield Community Health', 'mail', 6],
  ['Kestrel Medical Billing', 'accounts', 2],
  ['Maple Grove Internal Medicine', 'mail', 5],
  ['Quarry Park Surgery Center', 'mail', 3],
  ['Cobblestone Law Group', 'everything', 0],
  ['Pacific Crest Labs', 'mail', 0],
];

/** From three findings fewer and nothing mended, step by step, to how the month began. */
function weaknessAt({ before }: Veteran, step: number, steps: number): Weakness {
  const done = steps <= 1 ? 1 : Math.min(1, step / (steps - 1));
  return { fixed: Math.round(before.fixed * done), found: before.found - Math.round(3 * (1 - done)) };
}

function runsOf(veteran: Veteran): PlannedRun[] {
  const [oldest, second, third, fourth, last, current] = veteran.perMonth;
  const earlier = [oldest, second, third, fourth];
  const steps = earlier.reduce((sum, runs) => sum + runs, 0);
  let step = 0;
  const runs: PlannedRun[] = [];
  earlier.forEach((count, index) => {
    for (let run = 0; run < count; run += 1) {
      runs.push({ monthsAgo: 5 - index, ...weaknessAt(veteran, step, steps) });
      step += 1;
    }
  });
  for (let run = 0; run < last; run += 1) {
    runs.push({ monthsAgo: 1, ...veteran.before });
  }
  for (let run = 0; run < current; run += 1) {
    runs.push({ monthsAgo: 0, ...(run === current - 1 ? veteran.after : veteran.before) });
  }
  return runs;
}

/** Every assessment of Harborview IT's organizations in the last six months. */
export const assessmentPlans: readonly AssessmentPlan[] = [
  ...veterans.map((veteran) => ({
    name: veteran.name,
    subscription: veteran.subscription,
    runs: runsOf(veteran),
  })),
  ...newcomers.map(([name, subscription, found]) => ({
    name,
    subscription,
    runs: [{ monthsAgo: 0, fixed: 0, found }],
  })),
];

/** What Google would have answered at one of the planned runs. */
export function policiesAtRun({ name, subscription }: AssessmentPlan, { fixed, found }: Weakness): Policy[] {
  const domain = domainOfName(name);
  const weak = new Set(weakCandidates(domain, subscription).slice(fixed, found));
  return demoPolicies({ domain, subscription }, weak);
}

/** The Workspace of a demo organization as it stands today: the emulator answers the same as the newest assessment says. */
export function currentPolicies(domain: string): Policy[] | undefined {
  const plan = assessmentPlans.find(({ name }) => domainOfName(name) === domain);
  const newest = plan?.runs.at(-1);
  return plan === undefined || newest === undefined ? undefined : policiesAtRun(plan, newest);
}
