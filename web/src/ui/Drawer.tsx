import type { DrawerWindowProps } from './controls/DrawerWindow.tsx';
import { OnItsWay } from './OnItsWay.tsx';
import { useControls } from './use-controls.ts';

/** What comes in from the side of a small screen, over the page. */
export function Drawer(props: DrawerWindowProps) {
  const controls = useControls(props.isOpen ? 'now' : undefined);
  if (controls === undefined) {
    return props.isOpen && <OnItsWay />;
  }
  return <controls.DrawerWindow {...props} />;
}
