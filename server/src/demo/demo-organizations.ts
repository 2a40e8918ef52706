import { domainOfName, harborviewPlaces } from './demo-names.ts';
import { day, daysBefore, monthStart } from './demo-time.ts';
import type { DemoOrganization } from './queries.ts';

/** Fees agreed with Harborview IT's organizations: what they come to today, and came to a month ago. */
const monthlyCentsNow = 4_523_000;
const monthlyCentsBefore = 4_038_400;
/** The last three of the active ones became so within the last days; their fees, and what two others pay more since. */
const newFees = [129_000, 134_000, 121_600];
const raises = [60_000, 40_000];

type Status = DemoOrganization['status'];

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The last days of the month, and never before it began: what happened now happened in this month. */
function recently(now: Date): Date {
  return new Date(Math.max(daysBefore(now, 12).getTime(), monthStart(now, 0).getTime() + (now.getTime() % 60_000)));
}

function notLaterThan(now: Date, at: Date): Date {
  return at.getTime() > now.getTime() ? now : at;
}

/** What the long-standing ones paid a month ago: believable amounts that come to the sum. */
function feesBefore(count: number): number[] {
  const fees = Array.from({ length: count }, (_, index) => 90_000 + ((index * 11) % count) * 2_600);
  const rest = monthlyCentsBefore - fees.reduce((sum, fee) => sum + fee, 0);
  return fees.map((fee, index) => (index === 0 ? fee + rest : fee));
}

type Draft = {
  readonly name: string;
  readonly createdAt: Date;
  readonly history: readonly { readonly status: Status; readonly changedAt: Date }[];
  readonly fees: DemoOrganization['fees'];
};

function finish(draft: Draft, id: number): DemoOrganization {
  const newest = draft.history.at(-1);
  return {
    ...draft,
    id,
    domainName: domainOfName(draft.name),
    status: newest?.status ?? 'pending',
    updatedAt: newest?.changedAt ?? draft.createdAt,
  };
}

function longStanding(now: Date): Draft[] {
  const names = harborviewPlaces.active.slice(0, -newFees.length);
  const fees = feesBefore(names.length);
  const raisedAt = dayOf(recently(now));
  return names.map((name, index) => {
    const createdAt = daysBefore(now, 800 - index * 24.2);
    const activeAt = new Date(createdAt.getTime() + (1 + (index % 5)) * day);
    const fee = fees[index] ?? 0;
    const raise = raises[index - 1];
    // Cedar Clinic paid less until half a year ago.
    const first = index === 0 ? fee - 20_000 : fee;
    const history: { startsOn: string; monthlyCents: number }[] = [{ startsOn: dayOf(activeAt), monthlyCents: first }];
    if (index === 0) {
      history.push({ startsOn: dayOf(monthStart(now, 6)), monthlyCents: fee });
    }
    if (raise !== undefined) {
      history.push({ startsOn: raisedAt, monthlyCents: fee + raise });
    }
    return {
      name,
      createdAt,
      history: [
        { status: 'pending', changedAt: createdAt },
        { status: 'active', changedAt: activeAt },
      ],
      fees: history,
    };
  });
}

function newlyActive(now: Date): Draft[] {
  const activeAt = recently(now);
  return harborviewPlaces.active.slice(-newFees.length).map((name, index) => {
    const createdAt = daysBefore(now, 74 - index * 4);
    return {
      name,
      createdAt,
      history: [
        { status: 'pending', changedAt: createdAt },
        { status: 'active', changedAt: notLaterThan(now, new Date(activeAt.getTime() + index * 1_000)) },
      ],
      fees: [{ startsOn: dayOf(createdAt), monthlyCents: newFees[index] ?? 0 }],
    };
  });
}

/** How many of the pending ones came within the last 30 days. */
const newestPending = 5;

function pending(now: Date): Draft[] {
  return harborviewPlaces.pending.map((name, index) => {
    const createdAt = daysBefore(now, index < newestPending ? 4 + index * 4 : 40 + (index - newestPending) * 6);
    return {
      name,
      createdAt,
      history: [{ status: 'pending', changedAt: createdAt }],
      fees: [{ startsOn: dayOf(createdAt), monthlyCents: 78_000 + index * 3_500 }],
    };
  });
}

function inactive(now: Date): Draft[] {
  return harborviewPlaces.inactive.map((name, index) => {
    const createdAt = daysBefore(now, 780 - index * 30);
    const activeAt = new Date(createdAt.getTime() + 3 * day);
    return {
      name,
      createdAt,
      history: [
        { status: 'pending', changedAt: createdAt },
        { status: 'active', changedAt: activeAt },
        { status: 'inactive', changedAt: daysBefore(now, 60 + index * 38) },
      ],
      fees: [{ startsOn: dayOf(activeAt), monthlyCents: 82_000 + index * 4_500 }],
    };
  });
}

export const harborviewCount = Object.values(harborviewPlaces).reduce((sum, names) => sum + names.length, 0);

/** All of Harborview IT's organizations, Cedar Clinic first. @throws Error when the fees do not come to what they must. */
export function harborviewOrganizations(now: Date, ids: readonly number[]): DemoOrganization[] {
  const drafts = [...longStanding(now), ...newlyActive(now), ...pending(now), ...inactive(now)];
  const organizations = drafts.map((draft, index) => finish(draft, ids[index] ?? 0));
  const sum = organizations
    .filter(({ status }) => status === 'active')
    .reduce((total, { fees }) => total + (fees.at(-1)?.monthlyCents ?? 0), 0);
  if (sum !== monthlyCentsNow) {
    throw new Error(`The demo's fees come to ${sum} cents.`);
  }
  return organizations;
}

/** A few organizations that have been active for a while. */
export function plainOrganizations(
  now: Date,
  names: readonly string[],
  { ids, monthlyCents }: { readonly ids: readonly number[]; readonly monthlyCents: number | null },
): DemoOrganization[] {
  return names.map((name, index) => {
    const createdAt = daysBefore(now, 400 - index * 90);
    const activeAt = new Date(createdAt.getTime() + 2 * day);
    const fees =
      monthlyCents === null ? [] : [{ startsOn: dayOf(activeAt), monthlyCents: monthlyCents + index * 12_500 }];
    const history = [
      { status: 'pending', changedAt: createdAt },
      { status: 'active', changedAt: activeAt },
    ] as const;
    return finish({ name, createdAt, history, fees }, ids[index] ?? 0);
  });
}
