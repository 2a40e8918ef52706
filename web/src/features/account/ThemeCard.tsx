import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { useRef } from 'react';
import { call } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { setTheme, type Theme, useTheme } from '../../kernel/theme.ts';
import { themes } from '../../kernel/themes.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';

async function save(theme: Theme) {
  try {
    await call(accountEndpoints.changeProfile, { body: { theme } });
  } catch (error) {
    showToast('bad', failureWords(error, 'The theme could not be saved. Please try again.'));
  }
}

/** Changes this browser at once and follows the person to the next one. */
export function ThemeCard() {
  const current = useTheme();
  const saving = useRef(Promise.resolve());

  function choose(theme: Theme) {
    setTheme(theme);
    // One after another: the last choice is the one that stays, however fast they follow.
    saving.current = saving.current.then(() => save(theme));
  }

  return (
    <Card title="Theme">
      <fieldset>
        <legend className="sr-only">Theme</legend>
        <div className="grid gap-3 sm:grid-cols-3">
          {themes.map(({ id, label, icon }) => (
            <label
              key={id}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-line-strong px-3 py-2 hover:bg-hover has-checked:border-primary has-checked:bg-primary-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
            >
              <input
                type="radio"
                name="theme"
                value={id}
                checked={current === id}
                onChange={() => choose(id)}
                className="sr-only"
              />
              <Icon name={icon} />
              <span className="grow font-medium">{label}</span>
              {current === id && <Icon name="check" className="size-4 text-primary" />}
            </label>
          ))}
        </div>
      </fieldset>
    </Card>
  );
}
