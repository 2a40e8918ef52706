// canary: walls queries-know-no-operation
import { load } from './sql-elsewhere.ts';

export const list = load;
