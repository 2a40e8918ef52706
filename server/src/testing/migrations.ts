import path from 'node:path';

/** The folder of the product's migrations. */
export const migrations = path.resolve(import.meta.dirname, '../../../db/migrations');
