import { twMerge } from 'tailwind-merge';

/** Joins Tailwind classes; where two of them set the same thing, the later one wins. */
export function classes(...parts: ReadonlyArray<string | false | undefined>): string {
  return twMerge(parts);
}
