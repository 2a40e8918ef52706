// canary: walls only-the-kernel-opens-the-database
import pg from 'pg';

export const client = pg.Client;
