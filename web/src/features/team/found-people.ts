import type { Found } from '../../kernel/use-found-by-name.ts';
import { counted } from '../../ui/counted.ts';

/** What a search for people says it found; nothing while nobody searches. */
export function foundPeople({ term, rows }: Found<unknown>): string {
  return term === '' || rows === undefined ? '' : `${counted(rows.length, 'person', 'people')} found for "${term}"`;
}
