import { Badge } from './Badge.tsx';

const looks = {
  active: { tone: 'good', word: 'Active', title: 'Its people can sign in.' },
  pending: { tone: 'warning', word: 'Pending', title: 'Nobody of the organization has signed in yet.' },
  inactive: { tone: 'neutral', word: 'Inactive', title: 'Deactivated: its people cannot sign in, its records stay.' },
} as const;

type Status = keyof typeof looks;

/** Whether an organization's people can sign in. */
export function OrganizationStatus({ status }: { readonly status: Status }) {
  const { tone, word, title } = looks[status];
  return (
    <Badge tone={tone} title={title}>
      {word}
    </Badge>
  );
}

/** What a status means, for where there is room to say it: a badge's title is there for a mouse alone. Nothing of an active one. */
export function OrganizationStatusNote({ status }: { readonly status: Status }) {
  return status !== 'active' && <span className="block">{looks[status].title}</span>;
}
