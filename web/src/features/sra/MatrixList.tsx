import { nothingJudged } from '@sentrywell/contract/assessment-score.ts';
import type { MatrixOrganization, ShownMatrix, ShownSetting } from '@sentrywell/contract/matrix-filter.ts';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { counted } from '../../ui/counted.ts';
import { Icon } from '../../ui/Icon.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { ScoreText } from '../organizations/ScoreText.tsx';
import { countCounted, linkOf, openSettings } from './matrix-view.ts';
import { useMatrixPlace } from './use-matrix-place.ts';
import { VerdictMark } from './VerdictMark.tsx';

/** The matrix for a narrow window: one organization under the other, the worst first, each opens to what it has to mend. */
export function MatrixList({ shown }: { readonly shown: ShownMatrix }) {
  const { kept, keepOpened } = useMatrixPlace();
  return (
    <ul className="overflow-hidden rounded-xl border border-line bg-surface shadow-card">
      {shown.organizations.map((organization) => (
        <OrganizationItem
          key={organization.id}
          organization={organization}
          settings={shown.settings}
          wasOpened={kept.opened.includes(organization.id)}
          onOpened={(isOpened) => keepOpened(organization.id, isOpened)}
        />
      ))}
    </ul>
  );
}

function toMendText(
  { assessmentId, score }: MatrixOrganization,
  { open, counting }: { readonly open: number; readonly counting: number },
): string {
  if (assessmentId === null) {
    return 'Not assessed';
  }
  return score === null && open === 0
    ? nothingJudged
    : `${open} of ${counted(counting, 'setting', 'settings')} to mend`;
}

type ItemProps = {
  readonly organization: MatrixOrganization;
  readonly settings: readonly ShownSetting[];
  readonly wasOpened: boolean;
  readonly onOpened: (isOpened: boolean) => void;
};

function OrganizationItem({ organization, settings, wasOpened, onOpened }: ItemProps) {
  const id = useId();
  const [isShown, setShown] = useState(wasOpened);
  const open = openSettings(organization, settings);
  const text = toMendText(organization, { open: open.length, counting: countCounted(organization, settings) });
  return (
    <li className="border-b border-line [contain-intrinsic-size:auto_4rem] [content-visibility:auto] last:border-b-0">
      <h2>
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => {
            setShown(!isShown);
            onOpened(!isShown);
          }}
          className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-medium wrap-anywhere">{organization.name}</span>
            <span className="figures block text-[0.8125rem] text-ink-soft">{text}</span>
          </span>
          {organization.score !== null && <ScoreText score={organization.score} isAssessed />}
          <Icon name={isShown ? 'chevronUp' : 'chevronDown'} className="text-ink-soft" />
        </button>
      </h2>
      <div id={id}>
        {isShown && (
          <div className="border-t border-line bg-sunken px-4 py-3">
            <ul className="mb-3 space-y-2">
              {open.map(({ setting, cell }) => (
                <li key={setting.type} className="flex items-center justify-between gap-3">
                  <Link to={linkOf(organization, setting)} className="min-w-0 py-1 underline underline-offset-3">
                    {setting.title}
                  </Link>
                  <VerdictMark verdict={cell.verdict} isStillOpen={cell.stillOpen === true} />
                </li>
              ))}
            </ul>
            <TextLink to={`/org/${organization.id}/sra`}>Open the assessment of {organization.name}</TextLink>
          </div>
        )}
      </div>
    </li>
  );
}
