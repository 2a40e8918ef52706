import { Badge } from './Badge.tsx';

const looks = {
  active: { tone: 'good', word: 'Active', title: 'Its people can sign in.' },
  pending: { tone: 'warning', word: 'Pending', title: 'Nobody of the organization has signed in yet.' },
  inactive: { tone: 'neutral', word: 'Inactive', title: 'Deactivated: its people cannot sign in, its records stay.' },
} as const;

/** Whether an organization's people can sign in. */
export function OrganizationStatus({ status }: { readonly status: keyof typeof looks }) {
  const { tone, word, title } = looks[status];
  return (
    <Badge tone={tone} title={title}>
      {word}
    </Badge>
  );
}
