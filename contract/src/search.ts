import { z } from 'zod';
import { auditCategory } from './audit-log.ts';
import { endpoint } from './endpoint.ts';
import { instant, noBody, nothing, searchText } from './shapes.ts';

/** The search in the header: what the person may see, and where each find leads. */

/** At most this many of each kind are answered. */
export const mostFoundOfAKind = 6;

/** A path inside the web app. */
const to = z.string();

export const searchResults = z.object({
  organizations: z.array(z.object({ id: z.int(), name: z.string(), domainName: z.string(), to })),
  people: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      roleName: z.string(),
      /** The organization's name; null: a member of the MSP itself. */
      organizationName: z.string().nullable(),
      to,
    }),
  ),
  pages: z.array(z.object({ label: z.string(), to })),
  /** Newest first. */
  auditEntries: z.array(
    z.object({
      seq: z.int(),
      occurredAt: instant,
      log: z.string(),
      user: z.string(),
      category: auditCategory,
      to,
    }),
  ),
});
export type SearchResults = z.output<typeof searchResults>;

export const searchEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api/auth/search',
    summary: 'Organizations, people, pages and audit entries that the caller may see',
    access: { kind: 'person' },
    params: nothing,
    /** `q`: nothing is found for an empty one. */
    query: z.strictObject({ q: searchText }),
    body: noBody,
    reply: searchResults,
    refusals: ['access.second_factor_needed'],
  }),
};

/**
 * @returns a text in the form in which searches compare it, as the server does (`kernel/place-of-words.ts`): whatever its case, and
 * whether an accent belongs to its letter or stands behind it, as it does in names of files on a Mac. By the rules of no language: those
 * of Turkish make the capital I a letter that English names do not have, so that a browser in Turkish would not find 'Ironwood' by
 * 'ironwood'. So every i counts as one letter, with a dot or without, and so does every sigma, at the end of a word or inside.
 */
export function searchable(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ı', 'i').replaceAll('ς', 'σ');
}
