import PDFDocument from 'pdfkit';
import { createPen, type Pen, type Style } from './report-pen.ts';

export type Box = { readonly x: number; readonly width: number };

/** Something with a known height that can be drawn at any height of a page. */
export type Piece = { readonly height: number; readonly draw: (y: number) => void };

export type Writer = {
  /** The space between the margins. */
  readonly body: Box;
  readonly text: (text: string, style: Style, box?: Box) => Piece;
  /** Side by side, as high as the highest. */
  readonly row: (pieces: readonly Piece[]) => Piece;
  readonly gap: (height: number) => Piece;
  readonly line: (color: string) => Piece;
  readonly panel: (color: string, inside: Piece) => Piece;
  /** Draws the pieces below each other and on one page where they fit on one. */
  readonly keepTogether: (pieces: readonly Piece[]) => void;
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
    info: { Title: title, Author: author, CreationDate: createdAt },
  });
  const ended = bytesOf(doc);
  const pen = createPen(doc);
  return {
    body,
    text: (content, style, box = body) => {
      const lines = pen.wrap(content, style, box.width);
      const step = style.size * lineHeight;
      return {
        height: lines.length * step,
        draw: (top) => lines.forEach((line, index) => pen.write(line, style, { x: box.x, y: top + index * step })),
      };
    },
    row,
    gap: (height) => ({ height, draw: () => undefined }),
    line: (color) => ({
      height: 1,
      draw: (top) => {
        const end = body.x + body.width;
        doc.moveTo(body.x, top).lineTo(end, top).lineWidth(0.6).strokeColor(color).stroke();
      },
    }),
    panel: (color, inside) => ({
      height: inside.height,
      draw: (top) => {
        doc.roundedRect(body.x, top, body.width, inside.height, 4).fill(color);
        inside.draw(top);
      },
    }),
    keepTogether: createFlow(doc),
    finish: (footOf) => {
      writeFeet(doc, pen, footOf);
      doc.end();
      return ended;
    },
  };
}

/** From the top of the first page downwards. */
function createFlow(doc: PDFKit.PDFDocument): Writer['keepTogether'] {
  let y = margin.top;
  const makeRoom = (height: number): void => {
    if (y + height > bottom && y > margin.top) {
      doc.addPage();
      y = margin.top;
    }
  };
  return (pieces) => {
    const height = pieces.reduce((sum, piece) => sum + piece.height, 0);
    if (height <= bottom - margin.top) {
      makeRoom(height);
    }
    for (const piece of pieces) {
      makeRoom(piece.height);
      piece.draw(y);
      y += piece.height;
    }
  };
}

function writeFeet(doc: PDFKit.PDFDocument, pen: Pen, footOf: Parameters<Writer['finish']>[0]): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    const [left, right] = footOf(page + 1, count);
    const rightX = body.x + body.width - pen.widthOf(right, footStyle);
    // A name that is too long for the foot loses its end; the first page has all of it.
    const [shown = '', ...rest] = pen.wrap(left, footStyle, rightX - body.x - 24);
    pen.write(rest.length === 0 ? shown : `${shown}…`, footStyle, { x: body.x, y: footTop });
    pen.write(right, footStyle, { x: rightX, y: footTop });
  }
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
