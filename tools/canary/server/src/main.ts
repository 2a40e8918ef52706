import { used } from './features/team/half-used.ts';
import { gone } from './features/team/wiring.ts';

export const running = [used, gone];
