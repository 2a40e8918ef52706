// canary: lint import/no-cycle
// canary: walls no-cycles
import { two } from './two.ts';
export const one = (): number => two();
