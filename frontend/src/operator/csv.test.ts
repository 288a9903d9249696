import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t'=1"`],
  ['\u0000=1', "'\u0000=1"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['a;=1', `"a;'=1"`],
  ['a;"=1', `"a;""'=1"`],
  ['a;\u0000=1', `"a;'\u0000=1"`],
  ['a"\u0001b', `"a""'\u0001b"`],
  ['a\n@b', `"a\n'@b"`],
  ['\r=1', `"'\r'=1"`],
  ['=HYPERLINK("a","b")', `"'=HYPERLINK(""a"",""b"")"`],
  ['a=b', 'a=b'],
  ['-', "'-"],
])('a CSV file contains %j in a form that spreadsheets do not run as a formula', (cell, written) => {
  expect(toCsv(['a'], [[cell]])).toBe(`a\r\n${written}\r\n`);
});

test('a CSV file contains numbers without quotes or an apostrophe', () => {
  expect(toCsv(['a', 'b'], [[-3.5, 0]])).toBe('a,b\r\n-3.5,0\r\n');
});

test.each([
  ['x, y', '"x, y"'],
  ['say "hi" twice', '"say ""hi"" twice"'],
  ['one\ntwo', '"one\ntwo"'],
  ['one\rtwo', '"one\rtwo"'],
  ['one; two', '"one; two"'],
  [true, 'true'],
])('a CSV file represents %j as %s', (cell, written) => {
  expect(toCsv(['a'], [[cell]])).toBe(`a\r\n${written}\r\n`);
});

test('a CSV file quotes separators, and contains null as an empty cell', () => {
  expect(toCsv(['a', 'b', 'c'], [['x, y', 'say "hi"\nnow', null]])).toBe('a,b,c\r\n"x, y","say ""hi""\nnow",\r\n');
});
