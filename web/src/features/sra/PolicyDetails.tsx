import type { ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { isFinding, stillOpenWords } from '@sentrywell/contract/finding-order.ts';
import { lastSegment, stepsOf } from '@sentrywell/contract/setting-words.ts';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { DetailPart } from './DetailPart.tsx';
import { PolicySources } from './PolicySources.tsx';
import { settingsOf, type ShownSetting } from './setting-values.ts';
import { AcceptedNote } from './AcceptedNote.tsx';
import { ValueText } from './ValueText.tsx';

type Props = {
  readonly policy: ShownPolicy;
  /** undefined: this assessment is not the newest one, whose findings alone can be accepted. */
  readonly onAccept: ((policy: ShownPolicy) => void) | undefined;
};

/** A policy opened up (specification §2, 'Expanded view'). */
export function PolicyDetails({ policy, onAccept }: Props) {
  const { customer, policyQuery, name, setting, bestPractice, remedy, verdict } = policy;
  const steps = stepsOf(remedy);
  return (
    <div className="space-y-5 border-t border-line bg-sunken px-4 py-4 sm:px-5">
      <dl className="flex flex-wrap gap-x-12 gap-y-3 max-sm:flex-col">
        <Fact label="Customer">{lastSegment(customer)}</Fact>
        <Fact label="Organization Unit">{lastSegment(policyQuery.orgUnit)}</Fact>
        {policyQuery.group !== undefined && <Fact label="Group">{lastSegment(policyQuery.group)}</Fact>}
        <Fact label="Policy">{name === '' ? '-' : name}</Fact>
        <Fact label="Setting">{setting.type}</Fact>
      </dl>
      {remarksOf(policy).map((remark) => (
        <Remark key={remark}>{remark}</Remark>
      ))}
      <DetailPart title="Settings">
        <SettingList settings={settingsOf(setting.value, bestPractice)} raw={policy.raw} />
      </DetailPart>
      {verdict !== 'compliant' && steps.length > 0 && (
        <DetailPart title="Remedy">
          <ol className="list-decimal space-y-1 pl-6 marker:text-ink-soft">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </DetailPart>
      )}
      <PolicySources policy={policy} />
      <AcceptedNote policy={policy} />
      <RawJson raw={policy.raw}>
        {onAccept !== undefined && policy.exception === null && isFinding(policy) && (
          <Button size="small" icon="handshake" onClick={() => onAccept(policy)}>
            Accept this finding…
          </Button>
        )}
      </RawJson>
    </div>
  );
}

function remarksOf({ stillOpen, note, about }: ShownPolicy): readonly string[] {
  return [stillOpen ? stillOpenWords : undefined, note, about].filter((remark) => remark !== undefined);
}

function Fact({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Remark({ children }: { readonly children: string }) {
  return (
    <p className="flex items-start gap-2">
      <Icon name="info" className="text-ink-soft" />
      {children}
    </p>
  );
}

type SettingListProps = { readonly settings: readonly ShownSetting[]; readonly raw: unknown };

function SettingList({ settings, raw }: SettingListProps) {
  if (settings.length === 0) {
    const isNothingSent = Array.isArray(raw) && raw.length === 0;
    return (
      <p className="text-ink-soft">
        {isNothingSent ? 'Google sent no value.' : 'No value can be shown: what Google sent is under View JSON.'}
      </p>
    );
  }
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {settings.map((setting) => (
        <li key={setting.key} className="grid gap-x-6 gap-y-1 px-3 py-2.5 sm:grid-cols-[minmax(0,14rem)_1fr_1fr]">
          <span className="font-medium wrap-anywhere" title={setting.key}>
            {setting.name}
          </span>
          <IsAndShouldBe setting={setting} />
        </li>
      ))}
    </ul>
  );
}

function IsAndShouldBe({ setting: { is, isMet, shouldBe } }: { readonly setting: ShownSetting }) {
  return (
    <>
      <span className="flex min-w-0 items-start gap-1.5 wrap-anywhere">
        {isMet === true && <Icon name="checkCircle" label="As it should be" className="text-good" />}
        {isMet === false && <Icon name="xCircle" label="Not as it should be" className="text-bad" />}
        <span className="min-w-0">
          Is: <ValueText>{is}</ValueText>
        </span>
      </span>
      {shouldBe !== undefined && (
        <span className="min-w-0 font-medium wrap-anywhere">
          Should be: <ValueText>{shouldBe}</ValueText>
        </span>
      )}
    </>
  );
}

function RawJson({ raw, children }: { readonly raw: unknown; readonly children: ReactNode }) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        {children}
        <Button size="small" icon="code" aria-expanded={isShown} aria-controls={id} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide JSON' : 'View JSON'}
        </Button>
      </div>
      <div id={id}>
        {isShown && (
          <pre
            // A region that scrolls must be reachable by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            role="region"
            aria-label="The policy as Google sent it"
            className="mt-3 max-h-96 overflow-auto rounded-lg border border-line bg-surface p-3 text-[0.8125rem]/5"
          >
            {JSON.stringify(raw, null, 2)}
          </pre>
        )}
      </div>
    </div>
  );
}
