import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { showToast } from '../../ui/toast.ts';

/** Whether the next assessment also looks at the additional settings of the catalogue. */
export function TierSwitch({ organizationId }: { readonly organizationId: string }) {
  const params = { id: organizationId };
  const { data, error, refresh } = useCall(sraEndpoints.findAssessmentSettings, { params });
  const [isSaving, setSaving] = useState(false);

  async function change(includeTier2: boolean) {
    setSaving(true);
    try {
      const saved = await call(sraEndpoints.changeAssessmentSettings, { params, body: { includeTier2 } });
      await refresh(saved, { revalidate: false });
      showToast('good', includeTier2 ? 'The next assessment includes tier 2' : 'The next assessment leaves tier 2 out');
    } catch (error) {
      showToast('bad', failureWords(error, 'The setting could not be saved.'));
    }
    setSaving(false);
  }

  const hasFailed = data === undefined && error !== undefined;
  return (
    <>
      <Checkbox
        label="Include additional settings (tier 2) in the next assessment"
        checked={data?.includeTier2 ?? false}
        disabled={data === undefined}
        pending={isSaving}
        error={hasFailed ? `The setting could not be read. ${error.message}` : undefined}
        onChecked={(isChecked) => void change(isChecked)}
      />
      {hasFailed && (
        <Button size="small" icon="refresh" className="mt-2.5 ml-8" onClick={() => void refresh()}>
          Try again
        </Button>
      )}
    </>
  );
}
