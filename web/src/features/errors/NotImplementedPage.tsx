import { useLocation } from 'react-router';
import { textInState } from '../../kernel/navigation-state.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { MessagePage } from './MessagePage.tsx';

/** Where everything marked 'Soon' leads; the page before says in its navigation state what was asked for. */
export function NotImplementedPage() {
  const feature = textInState(useLocation().state, 'feature') ?? 'This feature';
  usePageTitle('Coming soon');
  return (
    <MessagePage
      icon="clock"
      title={`${feature} is not implemented yet`}
      message="We're working on it. Please check back soon!"
    >
      <LinkButton to="/msp/dashboard" variant="primary" icon="arrowLeft">
        Back
      </LinkButton>
    </MessagePage>
  );
}
