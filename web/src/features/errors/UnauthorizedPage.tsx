import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { wasSignedIn } from '../../kernel/sign-in-hint.ts';
import { Button } from '../../ui/Button.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { MessagePage } from './MessagePage.tsx';

const WhoYouAre = lazy(() => import('./WhoYouAre.tsx').then((m) => ({ default: m.WhoYouAre })));

const never = () => () => undefined;

/** Whether a page of ours lies before this one; an older browser only knows whether there is any page. */
function hasPageBefore(): boolean {
  return 'navigation' in window ? window.navigation.canGoBack : history.length > 1;
}

/** Where guards send those who may not enter. */
export function UnauthorizedPage() {
  const navigate = useNavigate();
  const mayHaveSession = useSyncExternalStore(never, wasSignedIn, () => false);
  usePageTitle('Access denied');

  function goBack() {
    // Opened by a link, or right after logging in, what lies before is another site: that is no way back.
    if (hasPageBefore()) {
      void navigate(-1);
    } else {
      void navigate('/');
    }
  }

  return (
    <MessagePage
      icon="lock"
      tone="bad"
      title="Access Denied"
      message="You do not have permission to view this resource, or it is outside your scope."
    >
      <Button variant="primary" icon="arrowLeft" onClick={goBack}>
        Go Back
      </Button>
      {mayHaveSession && (
        <Suspense>
          <WhoYouAre />
        </Suspense>
      )}
    </MessagePage>
  );
}
