import { expect, test } from 'vitest';
import { csvCell, csvHead, csvLine } from './csv.ts';

test.each([
  ['Cedar Clinic', '"Cedar Clinic"'],
  ['He said "no"', '"He said ""no"""'],
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['\u0000x', `"'\u0000x"`],
  ['＝1+1', `"'＝1+1"`],
  ['＠x', `"'＠x"`],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['a=b', '"a=b"'],
  ['x;=1+1;y', `"x;'=1+1;y"`],
  ['x;"=1+1', `"x;""'=1+1"`],
  ['x; " ＝1+1', `"x; "" '＝1+1"`],
  ['x;\u200b@x', `"x;\u200b'@x"`],
  ['x\t-1', `"x\t'-1"`],
  ['x\r\n+1', `"x\r\n'+1"`],
  [' =1+1', `" '=1+1"`],
  ['\t=1+1', `"'\t'=1+1"`],
  ['a;b =1', '"a;b =1"'],
  ['', '""'],
])('the text %j is written as %s', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test('a file begins with the mark by which Excel knows UTF-8', () => {
  expect(csvHead(['Clínica', 'b'])).toBe('\ufeff"Clínica","b"\r\n');
});

test('numbers stay numbers, nothing is an empty cell, lines end with CRLF', () => {
  expect(csvLine(['a', -1.5, null])).toBe('"a","-1.5",""\r\n');
});
