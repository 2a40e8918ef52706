// canary: walls controls-come-later
export { controls } from './controls/controls.ts';
