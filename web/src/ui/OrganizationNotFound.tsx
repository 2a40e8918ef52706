import { EmptyState } from './EmptyState.tsx';
import { LinkButton } from './LinkButton.tsx';

/** The whole page, where the organization of the address is nobody's or another MSP's (specification §2, §8). */
export function OrganizationNotFound() {
  return (
    <EmptyState
      icon="building"
      title="Organization Not Found"
      level={1}
      action={<LinkButton to="/dashboard">Go to your dashboard</LinkButton>}
    >
      <p>The requested organization could not be found or you don't have access to it.</p>
    </EmptyState>
  );
}
