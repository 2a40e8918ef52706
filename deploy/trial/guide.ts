import { readFileSync } from 'node:fs';

/** A fenced block of the guide: `values` are the reader's to choose, everything else is run as it stands. */
export type Block = { readonly heading: string; readonly kind: 'values' | 'run'; readonly text: string };

/** The blocks of a page in their order. @throws where one is neither `sh` nor `sh values`: every block must be tried. */
export function readBlocks(file: string): readonly Block[] {
  const blocks: Block[] = [];
  let heading = '';
  for (const [, title, language = '', text = ''] of readFileSync(file, 'utf8').matchAll(
    /^## (.+)$|^```(.*)\n([\s\S]*?)^```$/gm,
  )) {
    if (title !== undefined) {
      heading = title;
    } else if (language === 'sh' || language === 'sh values') {
      blocks.push({ heading, kind: language === 'sh' ? 'run' : 'values', text });
    } else {
      throw new Error(`A block below "${heading}" is not marked as sh: nobody would try it.`);
    }
  }
  return blocks;
}

const namesIn = (text: string) => [...text.matchAll(/(?:^|\s)([A-Z][A-Z_]*)=/gm)].map(([, name = '']) => name);

/** A block of values with other values for the same names. @throws where the guide has other names than the trial. */
export function withValues({ heading, text }: Block, values: Readonly<Record<string, string>>): string {
  const missing = namesIn(text.replace(/#.*$/gm, '')).filter((name) => values[name] === undefined);
  if (missing.length > 0) {
    throw new Error(`The trial has no value for ${missing.join(', ')} below "${heading}".`);
  }
  return namesIn(text)
    .map((name) => `${name}='${values[name] ?? ''}'\n`)
    .join('');
}
