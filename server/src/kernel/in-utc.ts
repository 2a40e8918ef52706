import type { ClientBase } from 'pg';
import { ask } from './ask.ts';

/**
 * Times come as text and are read as UTC, and PostgreSQL gives them in the zone that its machine was set up in unless it is told
 * otherwise. Sent ahead of what is asked next; where the connection is lost, that fails as well.
 */
export function inUtc(client: ClientBase): void {
  ask(client, "set timezone to 'UTC'").catch(() => undefined);
}
