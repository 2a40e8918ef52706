import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { createPen } from './report-pen.ts';
import { createWriter, type Piece } from './report-writer.ts';

const style = { size: 10, weight: 400, color: '#000000' } as const;

test('what is wider than a line is cut behind a sign in it, or else where the line ends', () => {
  const pen = createPen(new PDFDocument());
  expect(pen.wrap('CLASSES_IN_ALLOWLISTED_DOMAINS', style, 150)).toEqual(['CLASSES_IN_ALLOWLISTED_', 'DOMAINS']);
  expect(pen.wrap('one two', style, 500)).toEqual(['one two']);
  const cut = pen.wrap('x'.repeat(100), style, 150);
  expect(cut.length).toBeGreaterThan(3);
  expect(cut.join('')).toBe('x'.repeat(100));
  expect(cut.every((line) => pen.widthOf(line, style) <= 150)).toBe(true);
});

/** A page has 674 points from its top at 54 to its bottom. */
function draw(used: number, blocks: readonly (readonly number[])[]) {
  const writer = createWriter({ title: '', author: '', createdAt: new Date() });
  const drawn: string[] = [];
  const piece = (name: string, height: number): Piece => ({ height, draw: (y) => drawn.push(`${name} at ${y}`) });
  writer.keepTogether([writer.gap(used)]);
  writer.keepBlocks(
    blocks.map((heights, block) => heights.map((height, index) => piece(`${block}.${index}`, height))),
    [piece('again', 20)],
  );
  return drawn;
}

test('blocks that fit stand on one page', () => {
  expect(draw(100, [[50, 50], [100]])).toEqual(['0.0 at 154', '0.1 at 204', '1.0 at 254']);
});

test('blocks that do not fit are parted where too much of the page would stay empty', () => {
  expect(draw(400, [[100, 100], [100]])).toEqual(['0.0 at 454', '0.1 at 554', 'again at 54', '1.0 at 74']);
});

test('they go to the next page where little stays empty, or where the first of them does not fit either', () => {
  expect(draw(600, [[50], [50]])).toEqual(['0.0 at 54', '1.0 at 104']);
  expect(draw(400, [[300], [50]])).toEqual(['0.0 at 54', '1.0 at 354']);
});

test('a block that is longer than a page goes on from page to page', () => {
  expect(draw(0, [[400, 400], [400]])).toEqual(['0.0 at 54', '0.1 at 54', 'again at 54', '1.0 at 74']);
});
