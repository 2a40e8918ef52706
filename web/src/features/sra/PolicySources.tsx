import type { ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { Badge } from '../../ui/Badge.tsx';
import { DetailPart } from './DetailPart.tsx';
import { hipaaTitle } from './hipaa-titles.ts';

type Props = { readonly policy: Pick<ShownPolicy, 'scuba' | 'cis' | 'hipaa' | 'tier'> };

/** Where the best practice comes from and which safeguard of the HIPAA Security Rule it serves. */
export function PolicySources({ policy: { scuba, cis, hipaa, tier } }: Props) {
  if (scuba.length + cis.length + hipaa.length === 0) {
    return null;
  }
  const ids = [
    ...scuba.map((id) => ({ id, source: 'CISA SCuBA' })),
    ...cis.map((id) => ({ id, source: 'CIS Google Workspace' })),
  ];
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <DetailPart title="Source">
        <ul className="flex flex-wrap gap-1.5">
          {ids.map(({ id, source }) => (
            <li key={`${source} ${id}`}>
              <Badge tone="info" icon={null}>
                {source} {id}
              </Badge>
            </li>
          ))}
          <li>
            <Badge tone="neutral" icon={null}>
              Tier {tier}
            </Badge>
          </li>
        </ul>
      </DetailPart>
      {hipaa.length > 0 && (
        <DetailPart title="HIPAA Security Rule">
          <ul className="space-y-1">
            {hipaa.map((citation) => (
              <li key={citation}>
                <span className="figures font-medium">{`45 CFR ${citation}`}</span>{' '}
                <span className="text-ink-soft">{hipaaTitle(citation)}</span>
              </li>
            ))}
          </ul>
        </DetailPart>
      )}
    </div>
  );
}
