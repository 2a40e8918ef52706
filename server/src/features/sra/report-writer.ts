import PDFDocument from 'pdfkit';
import { createPen, type Pen, type Style } from './report-pen.ts';

export type Box = { readonly x: number; readonly width: number; readonly align?: 'right' };

/** Something with a known height that can be drawn at any height of a page. */
export type Piece = { readonly height: number; readonly draw: (y: number) => void };

export type Writer = {
  /** The space between the margins. */
  readonly body: Box;
  readonly text: (text: string, style: Style, box?: Box) => Piece;
  /** Side by side, as high as the highest. */
  readonly row: (pieces: readonly Piece[]) => Piece;
  readonly stack: (pieces: readonly Piece[]) => Piece;
  /** Begins a table, to somebody who hears the report. What is drawn of its cells goes through it, row by row. */
  readonly table: () => (row: Piece) => Piece;
  readonly gap: (height: number) => Piece;
  readonly line: (color: string) => Piece;
  readonly panel: (color: string, inside: Piece) => Piece;
  /** Draws the pieces below each other and on one page where they fit on one. */
  readonly keepTogether: (pieces: readonly Piece[]) => void;
  /**
   * Draws blocks that belong together. Where they don't fit on what is left of the page, but that is too much to leave empty, they
   * are parted between two blocks, and the next page begins with `again`.
   */
  readonly keepBlocks: (blocks: readonly (readonly Piece[])[], again: readonly Piece[]) => void;
  /** Writes the foot of every page and ends the document. */
  readonly finish: (footOf: (page: number, pages: number) => readonly [left: string, right: string]) => Promise<Buffer>;
};

const margin = { side: 54, top: 54, bottom: 64 };
const letter = { width: 612, height: 792 };
const bottom = letter.height - margin.bottom;
const footTop = bottom + 24;
const footStyle: Style = { size: 8, weight: 400, color: '#5b6472' };
const lineHeight = 1.42;

type Information = { readonly title: string; readonly author: string; readonly createdAt: Date };

const body: Box = { x: margin.side, width: letter.width - 2 * margin.side };

/** A document of US Letter pages, written from top to bottom. */
export function createWriter({ title, author, createdAt }: Information): Writer {
  const doc = new PDFDocument({
    size: [letter.width, letter.height],
    // Where a line ends and a page ends is decided here, never by the library.
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    // Without tags a screen reader finds no headings in it, and guesses at the order.
    pdfVersion: '1.7',
    tagged: true,
    info: { Title: title, Author: author, CreationDate: createdAt },
  });
  const ended = bytesOf(doc);
  const pen = createPen(doc);
  const whole = doc.struct('Document');
  doc.addStructure(whole);
  return {
    body,
    ...createTexts(doc, pen, whole),
    row,
    stack,
    gap: (height) => ({ height, draw: () => undefined }),
    line: (color) => ({
      height: 1,
      draw: (top) => {
        const end = body.x + body.width;
        decorate(doc, () => doc.moveTo(body.x, top).lineTo(end, top).lineWidth(0.6).strokeColor(color).stroke());
      },
    }),
    panel: (color, inside) => ({
      height: inside.height,
      draw: (top) => {
        decorate(doc, () => doc.roundedRect(body.x, top, body.width, inside.height, 4).fill(color));
        inside.draw(top);
      },
    }),
    ...createFlow(doc),
    finish: (footOf) => {
      whole.end();
      writeFeet(doc, pen, footOf);
      doc.end();
      return ended;
    },
  };
}

/** What is read out, each text as what it is. */
function createTexts(
  doc: PDFKit.PDFDocument,
  pen: Pen,
  whole: PDFKit.PDFStructureElement,
): Pick<Writer, 'text' | 'table'> {
  let around = whole;
  return {
    text: (content, style, box = body) => {
      const lines = pen.wrap(content, style, box.width);
      const step = style.size * lineHeight;
      return {
        height: content === '' ? 0 : lines.length * step,
        draw: (top) => {
          const write = () =>
            spaced(lines, content).forEach((line, index) => {
              const indent = box.align === 'right' ? box.width - pen.widthOf(line.trimEnd(), style) : 0;
              pen.write(line, style, { x: box.x + indent, y: top + index * step });
            });
          // A row keeps its columns where a cell is empty.
          if (content !== '' || style.tag === 'TD') {
            around.add(doc.struct(style.tag ?? 'P', optionsOf(style), write));
          }
        },
      };
    },
    table: () => {
      let table: PDFKit.PDFStructureElement | undefined;
      return ({ height, draw }) => ({
        height,
        draw: (top) => {
          if (table === undefined) {
            table = doc.struct('Table');
            whole.add(table);
          }
          around = doc.struct('TR');
          table.add(around);
          draw(top);
          around = whole;
        },
      });
    },
  };
}

/** The library knows the scope of a header, and its types do not. */
function optionsOf({ scope }: Style): PDFKit.Mixins.StructureElementOptions & Pick<Style, 'scope'> {
  return scope === undefined ? {} : { scope };
}

/** Lines that end where a word does keep their space: read out or copied, the last word would run into the next. */
function spaced(lines: readonly string[], content: string): readonly string[] {
  let reached = 0;
  return lines.map((line, index) => {
    reached += line.length;
    const isBetween = index < lines.length - 1 && /\s/.test(content[reached] ?? '');
    reached += isBetween ? 1 : 0;
    return isBetween ? `${line} ` : line;
  });
}

const pageHeight = bottom - margin.top;
/** So much of a page may stay empty before something that does not fit. */
const mostLeftEmpty = pageHeight / 4;

function heightOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { height }) => sum + height, 0);
}

/** From the top of the first page downwards. */
function createFlow(doc: PDFKit.PDFDocument): Pick<Writer, 'keepTogether' | 'keepBlocks'> {
  let y = margin.top;
  const fits = (height: number) => y + height <= bottom;
  const turn = (): void => {
    if (y > margin.top) {
      doc.addPage();
      y = margin.top;
    }
  };
  const draw = (pieces: readonly Piece[]): void => {
    for (const piece of pieces) {
      if (!fits(piece.height)) {
        turn();
      }
      piece.draw(y);
      y += piece.height;
    }
  };
  const keepTogether: Writer['keepTogether'] = (pieces) => {
    const height = heightOf(pieces);
    if (height <= pageHeight && !fits(height)) {
      turn();
    }
    draw(pieces);
  };
  const keepBlocks: Writer['keepBlocks'] = (blocks, again) => {
    const [first = [], ...others] = blocks;
    const mayBegin = heightOf(first) > pageHeight || fits(Math.max(heightOf(first), mostLeftEmpty));
    const isParted = mayBegin && !fits(heightOf(blocks.flat()));
    if (!isParted) {
      keepTogether(blocks.flat());
      return;
    }
    draw(first);
    for (const block of others) {
      const isNext = !fits(heightOf(block));
      keepTogether(isNext ? [...again, ...block] : block);
    }
  };
  return { keepTogether, keepBlocks };
}

function writeFeet(doc: PDFKit.PDFDocument, pen: Pen, footOf: Parameters<Writer['finish']>[0]): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    const [left, right] = footOf(page + 1, count);
    const rightX = body.x + body.width - pen.widthOf(right, footStyle);
    // A name that is too long for the foot loses its end; the first page has all of it.
    const [shown = '', ...rest] = pen.wrap(left, footStyle, rightX - body.x - 24);
    decorate(doc, () => {
      pen.write(rest.length === 0 ? shown : `${shown}…`, footStyle, { x: body.x, y: footTop });
      pen.write(right, footStyle, { x: rightX, y: footTop });
    });
  }
}

/** What is only to be seen: rules, grounds, and the feet that every page repeats. */
function decorate(doc: PDFKit.PDFDocument, draw: () => void): void {
  doc.markContent('Artifact');
  draw();
  doc.endMarkedContent();
}

function bytesOf(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}

function row(pieces: readonly Piece[]): Piece {
  return {
    height: Math.max(0, ...pieces.map(({ height }) => height)),
    draw: (top) => pieces.forEach(({ draw }) => draw(top)),
  };
}

function stack(pieces: readonly Piece[]): Piece {
  return {
    height: heightOf(pieces),
    draw: (top) => {
      let y = top;
      for (const piece of pieces) {
        piece.draw(y);
        y += piece.height;
      }
    },
  };
}
