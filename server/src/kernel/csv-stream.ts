import { Transform } from 'node:stream';

// The rules of csv.ts on the bytes of UTF-8, each byte read as one character, so that a million rows cost no million strings.
// Invisible: control characters, marks and overrides of writing direction.
const invisibleBytes =
  /[\u0000-\u0009\u000b-\u001f\u007f]|\u00c2[\u0080-\u009f]|\u00d8\u009c|\u00e2\u0080[\u008e\u008f\u00aa-\u00ae]|\u00e2\u0081[\u00a6-\u00a9]/g;
// Spaces of any width.
const space =
  '[ \\v\\f]|\\u00c2\\u00a0|\\u00e1\\u009a\\u0080|\\u00e2(?:\\u0080[\\u0080-\\u008d\\u00a8\\u00a9\\u00af]|\\u0081[\\u009f\\u00a0])|\\u00e3\\u0080\\u0080|\\u00ef\\u00bb\\u00bf';
// Inside a quoted value quotes stand in pairs, so a single one behind `",` or a line's end begins a value.
const formulaBytes = new RegExp(
  `((?:(?:^|\\n|",)"(?:${space})*)|;(?:"|${space})*)(?=[=+\\-@]|\\u00ef\\u00bc[\\u009d\\u008b\\u008d\\u00a0])`,
  'g',
);

/**
 * Makes harmless what `COPY … (format csv, force_quote *)` gives; its values must not hold line breaks.
 * @param head a first line, from `csvLine`.
 */
export function harmlessCsv(head: string): Transform {
  let rest: Buffer = Buffer.alloc(0);
  const clean = (bytes: Buffer) =>
    Buffer.from(
      bytes.toString('latin1').replace(invisibleBytes, '').replace(formulaBytes, "$1'").replaceAll('\n', '\r\n'),
      'latin1',
    );
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // Only whole lines: a character of several bytes may be cut in two at the end of a chunk.
      const end = chunk.lastIndexOf(10) + 1;
      if (end === 0) {
        rest = Buffer.concat([rest, chunk]);
        done();
        return;
      }
      const whole = Buffer.concat([rest, chunk.subarray(0, end)]);
      rest = Buffer.from(chunk.subarray(end));
      done(null, clean(whole));
    },
    flush(done) {
      done(null, clean(rest));
    },
  });
  stream.push(head);
  return stream;
}
