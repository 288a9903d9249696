import { saveFile } from '../ui/save-file.ts';

/** The value of a cell. A number stays a number in a spreadsheet. */
export type Cell = string | number | boolean | null | undefined;

/**
 * Formats rows as CSV (RFC 4180).
 * Puts an apostrophe before text that a spreadsheet would run as a formula.
 */
export function toCsv(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [names, ...rows].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

/**
 * Matches text that starts with a formula's sign or a control character.
 * The text is tested after each separator, because spreadsheets may split at other separators or ignore quotes.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: spreadsheets skip control characters and run a formula behind them
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

export function saveCsv(name: string, csv: string): void {
  // The byte order mark makes spreadsheets read the file as UTF-8.
  saveFile(`${name}.csv`, new Blob(['\ufeff', csv], { type: 'text/csv' }));
}
