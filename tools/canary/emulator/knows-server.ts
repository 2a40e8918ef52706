// canary: walls the-emulator-stands-alone
import { sql } from '../server/src/kernel/sql.ts';

export const borrowed = sql;
