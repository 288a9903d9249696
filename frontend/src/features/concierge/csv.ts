const separators = [',', ';', '\t'] as const;

/** A text read as rows of cells, all of them texts; no row is without any. */
export interface Reading {
  separator: (typeof separators)[number];
  rows: readonly (readonly string[])[];
}

export type CsvProblem = 'empty' | 'too_large' | 'not_a_table';

/** What no list of balances comes near; more would only keep the browser busy. */
const most = { bytes: 2_000_000, cells: 200, characters: 2_000 };

/** Whether a file is small enough to be read at all. */
export function isSmall({ size }: { size: number }): boolean {
  return size <= most.bytes;
}

/**
 * Reads a text as a table (RFC 4180). Which sign separates its cells, the text does not say: there is one reading for
 * each that may be. Nothing in it is ever run: a formula is a text like any other.
 *
 * @returns the readings, or why there is none: a picture, an archive or a web page is no table
 */
export function parseCsv(text: string): Reading[] | CsvProblem {
  const plain = text.replace(/^\ufeff/, '');
  if (!plain.trim()) return 'empty';
  if (plain.length > most.bytes) return 'too_large';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell what is no text
  if (/[\u0000-\u0008\u000e-\u001f]/.test(plain) || /^\s*[<{[]/.test(plain)) return 'not_a_table';
  const readings = separators
    .map((separator) => ({ separator, rows: readRows(plain, separator) }))
    .filter(({ rows }) => rows.length > 1);
  return readings.length > 0 ? readings : 'not_a_table';
}

/** The rows, or none where a quote is never closed, or a row or a cell is longer than any should be. */
function readRows(text: string, separator: string): Reading['rows'] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((one) => one !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (isQuoted) {
      const isDoubled = sign === '"' && text.charAt(at + 1) === '"';
      if (sign !== '"' || isDoubled) cell += sign;
      else isQuoted = false;
      if (isDoubled) at++;
    } else if (sign === '"' && !cell) isQuoted = true;
    else if (sign === separator) endCell();
    else if (sign === '\n' || sign === '\r') endRow();
    else cell += sign;
    if (cell.length > most.characters || row.length > most.cells) return [];
  }
  if (isQuoted) return [];
  endRow();
  return rows;
}
