import { saveFile } from '../ui/save-file.ts';

/** What a cell holds; a number stays one in a spreadsheet. */
export type Cell = string | number | boolean | null | undefined;

/** Rows as CSV (RFC 4180): what a spreadsheet would take for a formula is made a text. */
export function toCsv(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [names, ...rows].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

/**
 * A sign that begins a formula, or a control character, at the start of the text and wherever a spreadsheet may begin a
 * cell: some of them split at other separators, or ignore quotes. https://owasp.org/www-community/attacks/CSV_Injection
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: spreadsheets skip them, and read a formula behind them
const formula = /^\s*[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f=+\-@＝＋－＠]/;
const separators = /([,;|\t\r\n"])/;

function writeCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const safe = String(cell ?? '')
    .split(separators)
    .map((part) => (formula.test(part) ? `'${part}` : part))
    .join('')
    .replace(/^(?=[\t\r\n])/, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Hands rows to the person as a file. */
export function saveCsv(name: string, csv: string): void {
  // Spreadsheets take a text for UTF-8 by its first mark.
  saveFile(`${name}.csv`, new Blob(['\ufeff', csv], { type: 'text/csv' }));
}
