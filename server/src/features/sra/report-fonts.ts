import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { unpackWoff } from './woff.ts';

/** Inter comes in one file per script; a PDF needs the right one for every character. */
export type Weight = 400 | 600 | 700;
export type FontName = `${string}-${Weight}`;
type Run = { readonly font: FontName; readonly text: string };

const folder = '@fontsource/inter';
const require = createRequire(import.meta.url);
const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'cyrillic-ext', 'greek-ext'] as const;
type Script = (typeof scripts)[number];
type Range = readonly [from: number, to: number];

const unicodeFile = z.record(z.string(), z.string());

/** 'U+0100-02BA,U+2C60' → pairs of code points. */
function rangesOf(text: string): readonly Range[] {
  return text.split(',').map((part) => {
    const [from = '', to = from] = part.replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

let coverage: ReadonlyMap<Script, readonly Range[]> | undefined;

function coverageOfScripts(): ReadonlyMap<Script, readonly Range[]> {
  if (coverage === undefined) {
    const text = readFileSync(require.resolve(`${folder}/unicode.json`), 'utf8');
    const ranges = unicodeFile.parse(JSON.parse(text));
    coverage = new Map(scripts.map((script) => [script, rangesOf(ranges[script] ?? '')]));
  }
  return coverage;
}

function scriptOf(codePoint: number): Script | undefined {
  for (const [script, ranges] of coverageOfScripts()) {
    if (ranges.some(([from, to]) => codePoint >= from && codePoint <= to)) {
      return script;
    }
  }
  return undefined;
}

const replacement = '\ufffd';

/** @returns the text in pieces that one font file each can write; what no file has becomes the replacement character. */
export function runsOf(text: string, weight: Weight): readonly Run[] {
  if (/^[\u0020-\u00ff\u2010-\u2026]*$/.test(text)) {
    return [{ font: `latin-${weight}`, text }];
  }
  const runs: { font: FontName; text: string }[] = [];
  for (const character of text) {
    const script = scriptOf(character.codePointAt(0) ?? 0);
    const font: FontName = `${script ?? 'latin'}-${weight}`;
    const last = runs.at(-1);
    const shown = script === undefined ? replacement : character;
    if (last?.font === font) {
      last.text += shown;
    } else {
      runs.push({ font, text: shown });
    }
  }
  return runs;
}

const files = new Map<FontName, Buffer>();

// Rules for joining and kerning letters: most of the time it takes to write a report goes into them, and what they
// do to small print is to crowd the figures of a citation such as 3.1.4.1.
const layoutTables = ['GSUB', 'GPOS', 'GDEF'];

/** @returns a font, of which the PDF writer embeds the used glyphs alone. */
export function fontFile(font: FontName): Buffer {
  const packed = () => readFileSync(require.resolve(`${folder}/files/inter-${font}-normal.woff`));
  const known = files.get(font) ?? unpackWoff(packed(), layoutTables);
  files.set(font, known);
  return known;
}
