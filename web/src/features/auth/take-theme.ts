import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { call } from '../../kernel/call.ts';
import { hasChosenTheme, setTheme } from '../../kernel/theme.ts';

/** On a browser where nobody chose a theme yet, the person's own one follows them. Nothing waits for it. */
export function takeThemeOfAccount(): void {
  if (hasChosenTheme()) {
    return;
  }
  call(accountEndpoints.findAccount).then(
    ({ theme }) => setTheme(theme),
    // Not worth a message: the page shows in the system's theme.
    () => undefined,
  );
}
