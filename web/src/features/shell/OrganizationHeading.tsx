import { Link } from 'react-router';
import { Icon } from '../../ui/Icon.tsx';

/** The way back to the list, for those who look after more than one organization. */
export function OrganizationHeading({ onGo }: { readonly onGo: (() => void) | undefined }) {
  return (
    <Link
      to="/msp/tenants"
      onClick={onGo}
      className="mb-3 flex min-h-9 items-center gap-2 rounded-lg px-3 text-[0.8125rem] font-medium text-on-night-soft hover:bg-night-raised hover:text-on-night focus-visible:outline-mark"
    >
      <Icon name="arrowLeft" className="size-4" />
      All organizations
    </Link>
  );
}
