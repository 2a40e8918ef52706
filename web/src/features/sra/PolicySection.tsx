import type { ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { memo } from 'react';
import { PolicyItem } from './PolicyItem.tsx';
import type { Section } from './policy-rows.ts';

type Props = {
  readonly section: Section;
  readonly openKeys: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
  readonly onAccept: ((policy: ShownPolicy) => void) | undefined;
};

/** Heights before anything is drawn, so that the scroll bar tells the truth. */
const rowRems = 3.55;
const headingRems = 2.1;

/** All policies of one area. The browser skips what is out of sight, so 400 rows are drawn as fast as forty. */
export const PolicySection = memo(function PolicySection({ section, openKeys, onToggle, onAccept }: Props) {
  const { area, title, rows, total, failing, unread, accepted } = section;
  return (
    <section
      aria-labelledby={`area-${area}`}
      className="[content-visibility:auto]"
      style={{ containIntrinsicSize: `auto ${rows.length * rowRems + headingRems}rem` }}
    >
      <div className="mb-2 flex break-after-avoid-page flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`area-${area}`} className="font-semibold tracking-wide">
          {title}
        </h2>
        <p className="figures text-[0.8125rem] text-ink-soft">
          {failing === 0 ? 'Nothing to mend' : `${failing} of ${total} to mend`}
          {unread > 0 && `, ${unread} of them could not be read`}
          {accepted > 0 && `, ${accepted} accepted`}
        </p>
      </div>
      <ul className="overflow-hidden rounded-xl border border-line bg-surface shadow-card">
        {rows.map((row) => (
          <PolicyItem key={row.key} row={row} isOpen={openKeys.has(row.key)} onToggle={onToggle} onAccept={onAccept} />
        ))}
      </ul>
    </section>
  );
});
