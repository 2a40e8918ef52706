import { type Account, accountEndpoints } from '@sentrywell/contract/account.ts';
import { call } from '../../kernel/call.ts';
import { setTheme, type Theme, useTheme } from '../../kernel/theme.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { useWork } from './use-work.ts';

const themes: ReadonlyArray<{ readonly value: Theme; readonly label: string; readonly icon: IconName }> = [
  { value: 'system', label: 'Like the system', icon: 'monitor' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
];

type Props = { readonly account: Account; readonly refresh: () => Promise<unknown> };

/** Changes this browser at once and follows the person to the next one. */
export function ThemeCard({ account, refresh }: Props) {
  const current = useTheme();
  const { run } = useWork();

  function choose(theme: Theme) {
    setTheme(theme);
    run(async () => {
      const { firstName, lastName } = account;
      await call(accountEndpoints.changeProfile, { body: { firstName, lastName, theme } });
      await refresh();
    });
  }

  return (
    <Card title="Theme">
      <fieldset>
        <legend className="sr-only">Theme</legend>
        <div className="grid gap-3 sm:grid-cols-3">
          {themes.map(({ value, label, icon }) => (
            <label
              key={value}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-line-strong px-3 py-2 hover:bg-hover has-checked:border-primary has-checked:bg-primary-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
            >
              <input
                type="radio"
                name="theme"
                value={value}
                checked={current === value}
                onChange={() => choose(value)}
                className="sr-only"
              />
              <Icon name={icon} />
              <span className="grow font-medium">{label}</span>
              {current === value && <Icon name="check" className="size-4 text-primary" />}
            </label>
          ))}
        </div>
      </fieldset>
    </Card>
  );
}
