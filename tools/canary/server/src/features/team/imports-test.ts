// canary: walls nothing-imports-a-test
import { helper } from './team.test.ts';

export const helped = helper;
