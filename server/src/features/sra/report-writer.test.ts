import { inflateSync } from 'node:zlib';
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

/** The commands of every page, in order. */
function commandsOf(bytes: Buffer): readonly string[] {
  const streams = [...bytes.toString('latin1').matchAll(/\/FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/g)];
  const drawn = streams.map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'));
  return drawn.flatMap((text) => text.match(/\b(?:BT|BDC|BMC|EMC|S|f)\n/g)?.map((one) => one.trim()) ?? []);
}

test('a report can be read out: headings, paragraphs and their order are marked, and what is only seen is marked as that', async () => {
  const writer = createWriter({ title: 'Report', author: '', createdAt: new Date() });
  const heard = (content: string, tag?: 'H1' | 'H2') => writer.text(content, { ...style, ...(tag && { tag }) });
  writer.keepTogether([heard('First', 'H1'), heard('Why'), writer.line('#000000'), heard('Second', 'H2')]);
  writer.keepTogether([writer.panel('#eeeeee', writer.row([heard('Left'), heard('Right')]))]);
  const bytes = await writer.finish((page, pages) => ['Report', `Page ${page} of ${pages}`]);
  const tags = [...bytes.toString('latin1').matchAll(/\/S \/(\w+)/g)].map(([, tag]) => tag);
  expect(tags).toEqual(['H1', 'P', 'H2', 'P', 'P', 'Document']);
  expect(bytes.toString('latin1')).toMatch(/\/MarkInfo/);
  let depth = 0;
  let seen = 0;
  for (const command of commandsOf(bytes)) {
    depth += { BDC: 1, BMC: 1, EMC: -1 }[command] ?? 0;
    seen += ['BT', 'S', 'f'].includes(command) ? 1 : 0;
    expect(depth).toBe(command === 'EMC' ? 0 : 1);
  }
  expect(seen).toBeGreaterThanOrEqual(9);
});

/** What the report is to somebody who hears it: `Table(TR(TH:Column TD))`. */
function treeOf(bytes: Buffer): string {
  const objects = [...bytes.toString('latin1').matchAll(/\n(\d+) 0 obj\n<<\n(\/S [\s\S]*?)\n>>\nendobj/g)];
  const elements = new Map(objects.map(([, id, text]) => [id, text ?? '']));
  const told = (id?: string): string => {
    const text = elements.get(id) ?? '';
    const [, tag = ''] = /\/S \/(\w+)/.exec(text) ?? [];
    const [, scope] = /\/O \/Table\n\/Scope \/(\w+)/.exec(text) ?? [];
    const [, parts = ''] = /\/K \[(.*?)\]/.exec(text) ?? [];
    const inside = [...parts.matchAll(/(\d+) 0 R/g)].map(([, part]) => told(part));
    return `${tag}${scope === undefined ? '' : `:${scope}`}${inside.length === 0 ? '' : `(${inside.join(' ')})`}`;
  };
  return told(objects.find(([, , text]) => text?.startsWith('/S /Document'))?.[1]);
}

test('a table is heard as one: rows, headers of columns and of rows, and cells that are empty keep their place', async () => {
  const writer = createWriter({ title: 'Report', author: '', createdAt: new Date() });
  const column = { ...style, tag: 'TH', scope: 'Column' } as const;
  const header = { ...style, tag: 'TH', scope: 'Row' } as const;
  const cell = { ...style, tag: 'TD' } as const;
  const inTable = writer.table();
  const inOther = writer.table();
  const row = (pieces: readonly Piece[]) => inTable(writer.row(pieces));
  writer.keepTogether([
    writer.text('Before', style),
    row([writer.text('Setting', column), writer.text('Is', column)]),
    row([writer.text('Age', header), writer.text('', cell)]),
    inOther(writer.text('Alone', cell)),
    writer.text('After', style),
  ]);
  const heard = treeOf(await writer.finish(() => ['', '']));
  expect(heard).toBe('Document(P Table(TR(TH:Column TH:Column) TR(TH:Row TD)) Table(TR(TD)) P)');
  expect(writer.text('', cell).height).toBe(0);
});
