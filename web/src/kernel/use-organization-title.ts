import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { useCall } from './use-call.ts';

/**
 * What the tab of an organization's page is called, 'People of Cedar Clinic': whoever looks after several has several open.
 * The name of the page alone while the organization's is not known.
 */
export function useOrganizationTitle(page: string, id: string): string {
  const { data } = useCall(organizationEndpoints.findOrganization, { params: { id } });
  return data === undefined ? page : `${page} of ${data.organization.name}`;
}
