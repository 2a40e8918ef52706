// A program of its own for the tests of the embedded database: it starts or attaches, says what is kept, and writes until it is
// killed, one line for each acknowledged row. `node writing-program.ts <data folder>`; with `hold` it only holds the database
// until its input ends, with `leave` it ends at once without stopping the database.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../kernel/embedded-postgres.ts';

const [dataFolder = '', mode = 'write'] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dataFolder });
console.log(`server ${server.pid} ${server.attached ? 'attached' : 'started'}`);

if (mode === 'leave') {
  process.exit(0);
} else if (mode === 'hold') {
  process.stdin.resume();
  process.stdin.on('end', () => void server.stop());
} else {
  const name = 'writing-program';
  const client = new pg.Client({
    host: server.socketFolder,
    user: 'postgres',
    database: 'postgres',
    application_name: name,
  });
  // The tests kill the database, too: that ends the program, like a kill of its own.
  client.on('error', () => process.exit(1));
  await client.connect();
  // What a killed one had sent is still written, until the database notices that it is gone: only then it is known what is kept.
  const others = 'select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()';
  while ((await client.query(others, [name])).rows.length > 0) {
    await pause(5);
  }
  await client.query('create table if not exists written (number integer primary key)');
  const kept = await client.query<{ rows: string; highest: number }>(
    'select count(*) as rows, coalesce(max(number), 0) as highest from written',
  );
  let number = kept.rows[0]?.highest ?? 0;
  console.log(`kept ${kept.rows[0]?.rows} ${number}`);
  for (;;) {
    number += 1;
    await client.query('insert into written values ($1)', [number]);
    console.log(`written ${number}`);
  }
}
