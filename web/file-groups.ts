type FileGroup = {
  readonly name: string;
  /** From the project's folder; one that ends with a slash is a package. */
  readonly files: readonly string[];
  /** A file that a group needs goes to the highest that has it. */
  readonly priority: number;
};

/**
 * What every page needs comes in few files: as the thirty small ones that it would be otherwise, it compresses worse, a visitor's
 * first page would not stay under 110 KB, and a browser with six connections would fetch them in five turns. Each group takes along
 * what its modules need, unless a group before it has that.
 */
export const fileGroups: readonly FileGroup[] = [
  {
    name: 'base',
    files: ['node_modules/react/', 'node_modules/react-dom/', 'node_modules/react-router/', 'node_modules/scheduler/'],
    priority: 5,
  },
  {
    name: 'public',
    files: [
      'web/src/ui/join.ts',
      'web/src/ui/button-look.ts',
      'web/src/ui/page-title.ts',
      'web/src/ui/Banner.tsx',
      'web/src/ui/Button.tsx',
      'web/src/ui/Card.tsx',
      'web/src/ui/Checkbox.tsx',
      'web/src/ui/Field.tsx',
      'web/src/ui/Icon.tsx',
      'web/src/ui/IconButton.tsx',
      'web/src/ui/Logo.tsx',
      'web/src/ui/MainRegion.tsx',
      'web/src/ui/PasswordField.tsx',
      'web/src/ui/Spinner.tsx',
      'web/src/ui/TextField.tsx',
      'web/src/ui/TextLink.tsx',
      'web/src/kernel/navigation-state.ts',
      'web/src/kernel/own-path.ts',
      'web/src/kernel/use-navigation-state.ts',
      'web/src/kernel/use-online.ts',
      'web/src/ui/use-kept-focus.ts',
      'web/src/features/shell/OfflineBanner.tsx',
      'web/src/features/shell/PublicLayout.tsx',
      'web/src/features/auth/PublicCard.tsx',
      'web/src/features/auth/remembered-email.ts',
      'web/src/features/auth/use-remembered-email.ts',
      'web/src/features/auth/where-to.ts',
    ],
    priority: 4,
  },
  // Who had a session here: public pages and the first question need it, and nothing else of each other.
  {
    name: 'hint',
    files: ['web/src/kernel/sign-in-hint.ts', 'web/src/kernel/stored-text.ts'],
    priority: 7,
  },
  // Asks who is there before anything else is read: without React.
  {
    name: 'asks',
    files: ['web/src/features/shell/who-is-there.ts'],
    priority: 6,
  },
  // What public pages need later or only some of them: to send their forms, to show that they load.
  {
    name: 'calls',
    files: [
      'web/src/features/auth/sign-in.ts',
      'web/src/kernel/log-out.ts',
      'web/src/kernel/theme.ts',
      'web/src/ui/EmptyState.tsx',
      'web/src/ui/Skeleton.tsx',
      'web/src/ui/toast.ts',
      'contract/src/permissions.ts',
    ],
    priority: 3,
  },
  // Around every screen.
  {
    name: 'frame',
    files: [
      'web/src/features/shell/SessionLayout.tsx',
      'web/src/features/shell/ShellLayout.tsx',
      'web/src/features/shell/guarded.tsx',
    ],
    priority: 2,
  },
  // What many screens show.
  {
    name: 'screens',
    files: [
      'web/src/ui/ConfirmDialog.tsx',
      'web/src/ui/DateText.tsx',
      'web/src/ui/DownloadButton.tsx',
      'web/src/ui/FiguresError.tsx',
      'web/src/ui/PageHeader.tsx',
      'web/src/ui/StatCard.tsx',
      'web/src/ui/Table.tsx',
    ],
    priority: 1,
  },
  // And the small things that most of them need.
  {
    name: 'parts',
    files: [
      'web/src/ui/Badge.tsx',
      'web/src/ui/DomainText.tsx',
      'web/src/ui/Form.tsx',
      'web/src/ui/LinkButton.tsx',
      'web/src/ui/OrganizationNotFound.tsx',
      'web/src/ui/OrganizationStatus.tsx',
      'web/src/ui/TextArea.tsx',
      'web/src/ui/counted.ts',
      'web/src/ui/figures.ts',
      'web/src/ui/table-state.ts',
      'web/src/ui/use-list-view.ts',
      'web/src/kernel/use-organization-title.ts',
      'web/src/features/organizations/ScoreText.tsx',
      'web/src/features/sra/VerdictMark.tsx',
      'web/src/features/sra/sign-in-state.ts',
      'contract/src/dashboard.ts',
      'contract/src/organizations.ts',
    ],
    priority: 0,
  },
];
