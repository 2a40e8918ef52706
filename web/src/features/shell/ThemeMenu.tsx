import { setTheme, useTheme } from '../../kernel/theme.ts';
import { themes } from '../../kernel/themes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';

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
