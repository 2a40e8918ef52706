import { useEffect, useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { DebugInfo } from './DebugInfo.tsx';
import { isUuid } from './popup-message.ts';
import { tellOpener } from './tell-opener.ts';

/** Specification §9: the message goes out after 100 ms, the window closes 500 ms after that. */
const tellAfter = 100;
const closeAfter = 500;

type Outcome = 'under-way' | 'told' | 'no-uuid' | 'no-opener';

const words: Record<Outcome, { readonly title: string; readonly text: string }> = {
  'under-way': { title: 'Signed in', text: 'Your assessment is ready. Going back to it…' },
  told: { title: 'Signed in', text: 'Your assessment is ready. This window closes by itself.' },
  'no-uuid': { title: 'Error: No UUID found', text: 'Close this window and start the sign-in again.' },
  'no-opener': {
    title: 'Error: No opener window',
    text: 'The settings were read. Go back to the page of the assessment: it shows the result. You can close this window.',
  },
};

/** /oauth-success: where the popup of the workspace sign-in ends (specification §2, 'Sign-in popup pages'). */
export function OauthSuccessPage() {
  const [address] = useState(() => window.location.href);
  const uuid = new URL(address).searchParams.get('uuid');
  const [outcome, setOutcome] = useState<Outcome>(isUuid(uuid) ? 'under-way' : 'no-uuid');
  usePageTitle(words[outcome].title);

  useEffect(() => {
    if (!isUuid(uuid)) {
      return undefined;
    }
    let closing: number | undefined;
    const telling = window.setTimeout(() => {
      const isTold = tellOpener({ type: 'OAUTH_SUCCESS', uuid });
      setOutcome(isTold ? 'told' : 'no-opener');
      // What stays in the history of this window leads nowhere.
      window.history.replaceState(null, '', window.location.pathname);
      if (isTold) {
        closing = window.setTimeout(() => window.close(), closeAfter);
      }
    }, tellAfter);
    return () => {
      window.clearTimeout(telling);
      window.clearTimeout(closing);
    };
  }, [uuid]);

  const { title, text } = words[outcome];
  const isGood = outcome === 'under-way' || outcome === 'told';
  return (
    <div role="status">
      <EmptyState icon={isGood ? 'checkCircle' : 'alert'} tone={isGood ? 'plain' : 'bad'} title={title} level={1}>
        <p>{text}</p>
      </EmptyState>
      <DebugInfo address={address} />
    </div>
  );
}
