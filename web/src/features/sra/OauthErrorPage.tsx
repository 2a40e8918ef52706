import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { shownMessage } from './shown-message.ts';
import { isKnownSentence, signInWords } from './sign-in-state.ts';
import { tellOpener } from './tell-opener.ts';

/** /oauth-error: why the workspace sign-in did not work (specification §2, 'Sign-in popup pages'). */
export function OauthErrorPage() {
  usePageTitle('Authentication Error');
  const [message] = useState(() => shownMessage(new URLSearchParams(window.location.search).get('message')));
  // Anybody can write an address: only sentences of our own are shown (security rule 25).
  const sentence = message !== undefined && isKnownSentence(message) ? message : signInWords.failed;

  useEffect(() => {
    // The page behind this window stops waiting; it repeats only sentences that the product knows.
    tellOpener({ type: 'OAUTH_ERROR', message: message ?? '' });
  }, [message]);

  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        tone="bad"
        title="Authentication Error"
        level={1}
        action={<Button onClick={() => window.close()}>Close this window</Button>}
      >
        <p className="wrap-anywhere">{sentence}</p>
      </EmptyState>
    </div>
  );
}
