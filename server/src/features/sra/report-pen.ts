import { type FontName, fontFile, runsOf, type Weight } from './report-fonts.ts';

export type Style = {
  readonly size: number;
  readonly weight: Weight;
  readonly color: string;
  /** What it is to somebody who hears the report; a paragraph where nothing is said. */
  readonly tag?: 'H1' | 'H2' | 'H3' | 'TH' | 'TD';
  /** Of which cells a header is the header. */
  readonly scope?: 'Column' | 'Row';
};

export type Pen = {
  readonly widthOf: (text: string, style: Style) => number;
  /** One line, at its top left corner. */
  readonly write: (text: string, style: Style, at: { readonly x: number; readonly y: number }) => void;
  /** @returns lines no wider than `width`. A word that is wider by itself (a long list, a token) is cut. */
  readonly wrap: (text: string, style: Style, width: number) => readonly string[];
};

export function createPen(doc: PDFKit.PDFDocument): Pen {
  const registered = new Set<FontName>();
  const choose = (font: FontName, size: number): void => {
    if (!registered.has(font)) {
      doc.registerFont(font, fontFile(font));
      registered.add(font);
    }
    doc.font(font).fontSize(size);
  };
  const widthOf: Pen['widthOf'] = (text, { size, weight }) => {
    let width = 0;
    for (const run of runsOf(text, weight)) {
      choose(run.font, size);
      width += doc.widthOfString(run.text);
    }
    return width;
  };
  // The same words come again and again; laying one out costs far more than looking it up.
  const widths = new Map<string, number>();
  const measured: Pen['widthOf'] = (word, style) => {
    const key = `${style.size} ${style.weight} ${word}`;
    const width = widths.get(key) ?? widthOf(word, style);
    widths.set(key, width);
    return width;
  };
  return {
    widthOf,
    write: (text, { size, weight, color }, at) => {
      let { x } = at;
      const runs = runsOf(text, weight);
      doc.fillColor(color);
      for (const [index, run] of runs.entries()) {
        choose(run.font, size);
        doc.text(run.text, x, at.y, { lineBreak: false });
        // Most lines are one run, and nobody needs to know where that ends.
        x += index < runs.length - 1 ? doc.widthOfString(run.text) : 0;
      }
    },
    wrap: (text, style, width) => wrapLines(text, width, (part) => measured(part, style)),
  };
}

function wrapLines(text: string, width: number, widthOf: (part: string) => number): readonly string[] {
  const lines: string[] = [];
  const space = widthOf(' ');
  for (const paragraph of text.split('\n')) {
    let line = '';
    let reached = 0;
    for (const word of paragraph.split(' ').flatMap((part) => cut(part, width, widthOf))) {
      const longer = line === '' ? widthOf(word) : reached + space + widthOf(word);
      if (line !== '' && longer > width) {
        lines.push(line);
        line = word;
        reached = widthOf(word);
      } else {
        line = line === '' ? word : `${line} ${word}`;
        reached = longer;
      }
    }
    lines.push(line);
  }
  return lines;
}

/** What is wider than a line is cut behind a sign in it, or else wherever the line ends. */
function cut(word: string, width: number, widthOf: (part: string) => number): readonly string[] {
  if (widthOf(word) <= width) {
    return [word];
  }
  const pieces = word
    .split(/(?<=[_/.,;:-])/)
    .flatMap((piece) => (widthOf(piece) <= width ? [piece] : Array.from(piece)));
  const parts: string[] = [];
  let part = '';
  for (const piece of pieces) {
    if (part !== '' && widthOf(part + piece) > width) {
      parts.push(part);
      part = '';
    }
    part += piece;
  }
  return [...parts, part];
}
