import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { Link } from 'react-router';
import { useCall } from '../../kernel/use-call.ts';
import { Icon } from '../../ui/Icon.tsx';

type Props = {
  /** The organization that the page is about; undefined: one that the person may not enter. */
  readonly id: number | undefined;
  readonly onGo: (() => void) | undefined;
};

/**
 * The way back to the list, for those who look after more than one organization, and which one they are in: most pages of an
 * organization look the same for all of them.
 */
export function OrganizationHeading({ id, onGo }: Props) {
  // The page asks for the same: one answer serves both.
  const { data } = useCall(
    organizationEndpoints.findOrganization,
    id === undefined ? null : { params: { id: String(id) } },
  );
  return (
    <div className="mb-1">
      <Link
        to="/msp/tenants"
        onClick={onGo}
        className="flex min-h-9 items-center gap-2 rounded-lg px-3 text-[0.8125rem] font-medium text-on-night-soft hover:bg-night-raised hover:text-on-night focus-visible:outline-mark"
      >
        <Icon name="arrowLeft" className="size-4" />
        All organizations
      </Link>
      {/* Room for two lines, so that the menu below stays where it is when the name comes. */}
      <p
        dir="auto"
        title={data?.organization.name}
        className="mt-1 line-clamp-2 min-h-10 px-3 leading-5 font-semibold wrap-anywhere"
      >
        {data?.organization.name}
      </p>
    </div>
  );
}
