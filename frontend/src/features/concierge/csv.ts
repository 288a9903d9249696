const separators = [',', ';', '\t'] as const;

/** A text, parsed as rows of cells. No row is empty. */
export interface Reading {
  separator: (typeof separators)[number];
  rows: readonly (readonly string[])[];
}

export type CsvProblem = 'empty' | 'too_large' | 'not_a_table';

/** The limits are far above any list of balances. A larger file would only block the browser. */
const most = { bytes: 2_000_000, cells: 200, characters: 2_000 };

/** Returns true if a file is small enough to read. */
export function isSmall({ size }: { size: number }): boolean {
  return size <= most.bytes;
}

/**
 * Parses a text as a table (RFC 4180).
 * The separator is unknown, so the function returns one reading for each separator that fits. Nothing is evaluated: a
 * formula is plain text.
 * @returns the readings, or the reason why there is none: a picture, an archive or a web page is not a table
 */
export function parseCsv(text: string): Reading[] | CsvProblem {
  const plain = text.replace(/^\ufeff/, '');
  if (!plain.trim()) return 'empty';
  if (plain.length > most.bytes) return 'too_large';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters show that a file is not text
  if (/[\u0000-\u0008\u000e-\u001f]/.test(plain) || /^\s*[<{[]/.test(plain)) return 'not_a_table';
  const readings = separators
    .map((separator) => ({ separator, rows: readRows(plain, separator) }))
    .filter(({ rows }) => rows.length > 1);
  return readings.length > 0 ? readings : 'not_a_table';
}

/** Returns the rows. Returns no rows if a quote is not closed, or if a row or a cell is too long. */
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
