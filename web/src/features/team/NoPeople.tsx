import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Nobody found, or nobody there (specification §2). */
export function NoPeople({ term, onClear }: { readonly term: string; readonly onClear: () => void }) {
  const wanted = term.trim();
  return wanted === '' ? (
    <EmptyState icon="users" title="No Team Members" level={3}>
      <p>Start by adding team members to your organization</p>
    </EmptyState>
  ) : (
    <EmptyState
      icon="search"
      title="No Members Found"
      level={3}
      action={<Button onClick={onClear}>Clear search</Button>}
    >
      <p className="wrap-anywhere">No team members match your search for "{wanted}"</p>
    </EmptyState>
  );
}
