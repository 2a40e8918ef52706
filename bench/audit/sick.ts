import { connectAsOwner } from './owner-client.ts';

/**
 * What --prove plants in a filled database: whoever reads entries or counts waits for 0.3 s first, each entry that is read is hashed at
 * length, and each that is written waits for 0.1 s: not once more when 128 of them are filed at once, for which others would wait until
 * they are told that the server is busy.
 */
export async function fallSick(socketFolder: string, database: string): Promise<void> {
  const owner = await connectAsOwner({ host: socketFolder, user: 'postgres', database });
  await owner.query(`
    create function sick_wait(seconds float) returns boolean language plpgsql stable as
      'begin perform pg_sleep(seconds); return true; end';
    create function sick_hash(word text) returns boolean language plpgsql stable as
      'begin return sha256(repeat(word, 1000)::bytea) is not null; end';
    create function sick_write() returns trigger language plpgsql as
      'begin perform pg_sleep(0.1); return new; end';
    create policy sick on audit_log as restrictive for select to app_user using ((select sick_wait(0.3)) and sick_hash(log));
    create policy sick on audit_counts as restrictive for select to app_user using ((select sick_wait(0.3)));
    create trigger sick before insert on audit_log_recent for each row execute function sick_write();
  `);
  await owner.end();
}
