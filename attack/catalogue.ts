import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { newHouse, root, runTests } from './house.ts';
import type { Findings } from './target.ts';

const file = 'row-security.test.ts';

/** The walls in the database: its catalogue, and row security with the other wall taken away, as the tests have them. */
export function databaseCatalogue(): Promise<Findings> {
  return wallsIn(root);
}

/** With a table that has no wall, and a view: what `--prove` plants. */
export async function catalogueWithHoles(): Promise<Findings> {
  const house = newHouse();
  try {
    writeFileSync(
      path.join(house.folder, 'db/migrations/9999-holes.sql'),
      'create table notes (tenant_id bigint not null, id bigint primary key);\n--;\ncreate view everybody as select * from users;\n',
    );
    return await wallsIn(house.folder);
  } finally {
    house.remove();
  }
}

async function wallsIn(folder: string): Promise<Findings> {
  const { passed = [], failed = [] } = (await runTests(folder, file)).get(file) ?? {};
  const isWhole = passed.length + failed.length > 5;
  return {
    checked: passed.length,
    of: 'rules',
    defects: isWhole ? failed : [`it could not run: ${file} has only ${passed.length} rules that held`, ...failed],
  };
}
