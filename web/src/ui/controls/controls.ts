// Everything that is made with React Aria, in one file of the build. Fetched by use-controls.ts, when the first page stands.
export { DialogWindow } from './DialogWindow.tsx';
export { DrawerWindow } from './DrawerWindow.tsx';
export { MenuList } from './MenuList.tsx';
export { MultiSelectBox } from './MultiSelectBox.tsx';
export { SelectBox } from './SelectBox.tsx';
