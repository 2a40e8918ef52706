import type { Assessment } from '@sentrywell/contract/assessment.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { formatDate } from '../../ui/dates.ts';
import { Select } from '../../ui/Select.tsx';
import { scoreText } from './verdicts.ts';

type Pair = { readonly before: string; readonly after: string };

type Props = {
  /** Newest first, at least two. */
  readonly assessments: readonly Assessment[];
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly onCompare: (pair: Pair) => void;
};

/** Chooses the two assessments to compare; the newest two unless told otherwise. */
export function CompareForm({ assessments, before, after, onCompare }: Props) {
  const [pair, setPair] = useState<Partial<Pair>>({
    before: before ?? String(assessments[1]?.id),
    after: after ?? String(assessments[0]?.id),
  });
  const options = assessments.map((assessment) => ({
    value: String(assessment.id),
    label: `${formatDate(assessment.assessedAt, 'dateTime')} · ${scoreText(assessment)}`,
  }));

  function submit(event: FormEvent) {
    event.preventDefault();
    const ids = [pair.before, pair.after]
      .filter((id) => id !== undefined)
      .toSorted((one, other) => Number(one) - Number(other));
    const [earlier, later] = ids;
    if (earlier !== undefined && later !== undefined) {
      onCompare({ before: earlier, after: later });
    }
  }

  return (
    <form onSubmit={submit} className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto] print:hidden">
      <Select
        label="Earlier"
        options={options}
        value={pair.before}
        onValue={(value) => setPair({ ...pair, before: value })}
      />
      <Select
        label="Later"
        options={options}
        value={pair.after}
        onValue={(value) => setPair({ ...pair, after: value })}
      />
      <Button type="submit" variant="primary" disabled={pair.before === pair.after}>
        Compare
      </Button>
    </form>
  );
}
