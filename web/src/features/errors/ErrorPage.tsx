import { useLocation } from 'react-router';
import { textInState } from '../../kernel/navigation-state.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { errorWords } from './error-words.ts';
import { MessagePage } from './MessagePage.tsx';

type ErrorPageProps = { readonly code?: number; readonly message?: string };

/** /error: whatever the page before left in its navigation state, or the words of a status code. */
export function ErrorPage({ code, message }: ErrorPageProps) {
  const { search, ...place } = useLocation();
  const state: unknown = place.state;
  const askedCode = Number(new URLSearchParams(search).get('code') ?? textInState(state, 'code'));
  const words = errorWords({ message, stateMessage: textInState(state, 'message'), code: code ?? askedCode });
  usePageTitle(words.title);
  return (
    <MessagePage icon="alert" tone="bad" title={words.title} message={words.message}>
      <LinkButton to="/" variant="primary">
        Go back to home
      </LinkButton>
    </MessagePage>
  );
}

/** Every address that the route table does not know. */
export function NotFoundPage() {
  return <ErrorPage code={404} />;
}
