import { setTheme, type Theme, useTheme } from '../../kernel/theme.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';

const themes: ReadonlyArray<{ readonly id: Theme; readonly label: string; readonly icon: IconName }> = [
  { id: 'light', label: 'Light', icon: 'sun' },
  { id: 'dark', label: 'Dark', icon: 'moon' },
  { id: 'system', label: 'Like the system', icon: 'monitor' },
];

export function ThemeMenu() {
  const current = useTheme();
  const icon = themes.find((theme) => theme.id === current)?.icon ?? 'monitor';
  return (
    <Menu
      label="Theme"
      look="icon"
      entries={themes.map((theme) => ({
        ...theme,
        isSelected: theme.id === current,
        onSelect: () => setTheme(theme.id),
      }))}
    >
      <Icon name={icon} />
    </Menu>
  );
}
