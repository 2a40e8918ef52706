import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Titles of what an assessment looks at; fixed, and the same before every first sign-in (specification §2). */
const placeholders: ReadonlyArray<{ readonly area: string; readonly titles: readonly string[] }> = [
  {
    area: 'SECURITY',
    titles: [
      'Account recovery',
      'Password strength and length',
      'Password reuse and expiry',
      'Sign-in with a second factor',
      'Session length',
    ],
  },
  { area: 'GMAIL', titles: ['Attachment protection', 'Link and image protection', 'Spoofing detection', 'Forwarding'] },
  { area: 'DRIVE AND DOCS', titles: ['Sharing outside the organization', 'Default access for new files'] },
  { area: 'CLASSROOM', titles: ['Who can join classes'] },
  { area: 'MEET', titles: ['Who can join meetings', 'Automatic recording'] },
  { area: 'CHAT', titles: ['Chat with people outside', 'Chat history'] },
];

type Props = { readonly isLoading: boolean };

/** Stands where the policies will be: before the first sign-in, and while stored ones are fetched. */
export function PlaceholderPolicies({ isLoading }: Props) {
  return (
    <div aria-busy={isLoading}>
      <p role="status" className="sr-only">
        {isLoading ? 'Loading the assessment...' : 'Nothing has been assessed yet. These settings will be looked at.'}
      </p>
      <div className="space-y-6">
        {placeholders.map(({ area, titles }) => (
          <section key={area}>
            <h2 className="mb-2 text-[0.8125rem] font-semibold tracking-wide text-ink-soft">{area}</h2>
            <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
              {titles.map((title) => (
                <li key={title} className="flex min-h-14 items-center gap-4 px-4">
                  <Icon name="shield" className="text-ink-soft" />
                  <span className="min-w-0 flex-1 text-ink-soft">{title}</span>
                  <Skeleton className={isLoading ? 'h-5 w-24' : 'h-5 w-24 animate-none'} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
