import { Card } from './Card.tsx';
import { ErrorState } from './ErrorState.tsx';

type FiguresErrorProps = { readonly message: string; readonly onRetry: () => void; readonly className?: string };

/** In place of a row of cards whose figures could not be fetched. */
export function FiguresError({ message, onRetry, className = '' }: FiguresErrorProps) {
  return (
    <Card className={`p-0 ${className}`}>
      <ErrorState title="Error Loading Figures" message={message} onRetry={onRetry} />
    </Card>
  );
}
