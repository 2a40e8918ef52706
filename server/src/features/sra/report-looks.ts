import { setImmediate } from 'node:timers/promises';
import type { Verdict } from '@sentrywell/contract/assessment.ts';
import type { Style } from './report-pen.ts';
import type { Box, Piece, Writer } from './report-writer.ts';

export const ink = '#1a2230';
export const muted = '#5b6472';
export const rule = '#d5dae2';
export const tint = '#f1f4f8';
export const title: Style = { size: 22, weight: 700, color: ink, tag: 'H1' };
export const heading: Style = { size: 14, weight: 700, color: ink, tag: 'H2' };
export const strong: Style = { size: 10, weight: 600, color: ink };
export const plain: Style = { size: 9.5, weight: 400, color: ink };
export const small: Style = { size: 8.5, weight: 400, color: muted };
export const cited: Style = { size: 8.5, weight: 400, color: ink };
export const label: Style = { size: 8.5, weight: 600, color: muted };

export const verdicts: Readonly<Record<Verdict, { readonly name: string; readonly color: string }>> = {
  'non-compliant': { name: 'Non-compliant', color: '#a61b29' },
  partial: { name: 'Partial', color: '#8a5200' },
  compliant: { name: 'Compliant', color: '#17693a' },
  unreadable: { name: 'Unreadable', color: muted },
  'not-licensed': { name: 'Not licensed', color: muted },
  'not-assessed': { name: 'Not assessed', color: muted },
};
const verdictWidth = 88;

/** Where the verdict stands, at the right margin, and what is left of the line for what it is about. */
export function besideVerdict({ x, width }: Box): { readonly name: Box; readonly verdict: Box } {
  return {
    name: { x, width: width - verdictWidth - 12 },
    verdict: { x: x + width - verdictWidth, width: verdictWidth, align: 'right' },
  };
}

/** What the cells of a table are to somebody who hears the report. */
export const columnHeader = { tag: 'TH', scope: 'Column' } as const;
export const rowHeader = { tag: 'TH', scope: 'Row' } as const;
export const cell = { tag: 'TD' } as const;

const labelWidth = 104;

/** In a table its name is the header of its row. */
export function pair(writer: Writer, name: string, value: string, style: Style = plain): Piece {
  const { x, width } = writer.body;
  const nameStyle = { ...label, ...(style.tag === 'TD' && rowHeader), size: style.size };
  return writer.row([
    writer.text(name, nameStyle, { x, width: labelWidth - 8 }),
    writer.text(value, style, { x: x + labelWidth, width: width - labelWidth }),
  ]);
}

export function day(instant: string): string {
  return instant.slice(0, 10);
}

/** Lets other requests in between: a long report takes some hundred milliseconds. */
export async function breathe(index: number): Promise<void> {
  if (index % 8 === 7) {
    await setImmediate();
  }
}
