// canary: lint no-restricted-imports
import { env } from 'node:process';
export const home = env['HOME'];
