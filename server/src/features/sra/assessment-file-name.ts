import type { Assessment } from '@sentrywell/contract/assessment.ts';

// Whole letters: most file systems end at 255 bytes, and a letter may take four.
const beginning = /^.{1,40}(?<!-)/u;

/** @returns such as `security-risk-assessment-cedar-clinic-12-2026-11-20.pdf`: one tells the files of forty organizations apart. */
export function assessmentFileName(
  { id, assessedAt }: Pick<Assessment, 'id' | 'assessedAt'>,
  organization: { readonly name: string },
  ending: 'csv' | 'pdf',
): string {
  const words = organization.name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = beginning.exec(words.join('-'))?.[0] ?? '';
  return `${['security-risk-assessment', name, id, assessedAt.slice(0, 10)].filter((part) => part !== '').join('-')}.${ending}`;
}
