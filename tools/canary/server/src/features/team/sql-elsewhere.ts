// canary: walls sql-lives-in-queries
import { sql } from '../../kernel/sql.ts';

export const load = sql;
