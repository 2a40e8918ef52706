import { inflateSync } from 'node:zlib';

// What a PDF holds, read back apart from what wrote it.

/** A PDF's source: its objects are texts, their streams are not. */
export const objects = (pdf: Buffer) => pdf.toString('latin1');

export function pagesOf(pdf: Buffer): number {
  return objects(pdf).match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** How often a page's drawing commands show text: a page that shows none is an empty page. */
export function textsPerPage(pdf: Buffer): readonly number[] {
  const source = objects(pdf);
  const streams = [...source.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n/g)].map(({ index, 0: head }) => {
    const start = index + head.length;
    const end = source.indexOf('\nendstream', start);
    return inflateSync(Buffer.from(source.slice(start, end), 'latin1')).toString('latin1');
  });
  return streams.filter((stream) => stream.includes('BT\n')).map((stream) => stream.split('BT\n').length - 1);
}

/** What the pages say, line by line, read back through the fonts' own tables of letters. */
export function linesOf(pdf: Buffer): readonly string[] {
  const source = objects(pdf);
  const objectOf = (id = '') => source.slice(source.indexOf(`\n${id} 0 obj`));
  const streamOf = (object: string) => {
    const [head] = /stream\n/.exec(object) ?? [''];
    const stream = object.slice(object.indexOf(head) + head.length, object.indexOf('\nendstream'));
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  };
  const codesIn = (text = '') => [...text.matchAll(/<([\da-f ]+)>/g)].map(([, code = '']) => code);
  const letters = new Map(
    [...source.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, font, id]) => {
      const [, table] = /\/ToUnicode (\d+) 0 R/.exec(objectOf(id)) ?? [];
      return [font, [...streamOf(objectOf(table)).matchAll(/\[(.*?)\]/g)].flatMap(([, range]) => codesIn(range))];
    }),
  );
  return [...source.matchAll(/\/Contents (\d+) 0 R/g)]
    .flatMap(([, id]) => [...streamOf(objectOf(id)).matchAll(/\/(F\d+) [\d.]+ Tf\n\[(.*?)\] TJ/g)])
    .map(([, font, codes]) =>
      (codesIn(codes).join('').match(/.{4}/g) ?? [])
        .map((code) => String.fromCharCode(Number.parseInt(letters.get(font)?.[Number.parseInt(code, 16)] ?? '', 16)))
        .join(''),
    );
}
