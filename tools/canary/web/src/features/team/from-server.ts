// canary: walls web-and-server-meet-only-in-contract
import { sql } from '../../../../server/src/kernel/sql.ts';

export const leaked = sql;
