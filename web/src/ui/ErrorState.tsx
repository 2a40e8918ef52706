import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

type ErrorStateProps = {
  readonly title: string;
  readonly message: string;
  readonly onRetry?: () => void;
  readonly level?: 1 | 2 | 3;
};

/** Something could not be loaded; says so aloud and offers another try. */
export function ErrorState({ title, message, onRetry, level = 2 }: ErrorStateProps) {
  const retry = onRetry && (
    <Button icon="refresh" onClick={onRetry}>
      Retry
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState icon="alert" tone="bad" title={title} level={level} action={retry}>
        <p>{message}</p>
      </EmptyState>
    </div>
  );
}
