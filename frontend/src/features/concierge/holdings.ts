import { type CsvProblem, parseCsv, type Reading } from './csv.ts';
import { parseDecimal } from './decimal.ts';

export interface Holding {
  /** The ticker symbol. */
  coin: string;
  /** The amount in units of 10^-18, more than 0. */
  amount: bigint;
}

export type HoldingsProblem = CsvProblem | 'no_columns' | 'movements' | 'nothing_held';

type Holdings =
  | {
      ok: true;
      holdings: Holding[];
      /** The number of rows whose coin, amount or time is missing or invalid. */
      leftOut: number;
    }
  | { ok: false; problem: HoldingsProblem };

// The column names of exchanges, in lower case without separators, in order of preference.
const names = {
  coin: [
    ...['asset', 'coin', 'currency', 'symbol', 'ticker', 'token', 'crypto', 'cryptocurrency', 'assetname'],
    ...['coinname', 'currencycode', 'amountbalanceunit'],
  ],
  balance: [
    ...['balance', 'totalbalance', 'endingbalance', 'closingbalance', 'currentbalance', 'accountbalance'],
    ...['quantityheld', 'holdings', 'holding', 'total', 'totalamount', 'totalquantity'],
  ],
  /**
   * In a list of balances, this column contains the balance. In a list of movements, it contains the
   * movement.
   */
  amount: ['amount', 'quantity', 'qty', 'units', 'size', 'availablebalance', 'available', 'free', 'volume'],
  time: ['time', 'date', 'datetime', 'timestamp', 'createdat', 'utctime', 'dateutc', 'timeutc', 'transactiontime'],
  /** Names the account, if an exchange holds a coin in several accounts. */
  account: ['wallet', 'account', 'accounttype', 'portfolio', 'subclass'],
} as const;

/** The number of rows that are searched for the header. Titles and notes may precede the header. */
const furthestHeader = 20;

/** Kraken's own tickers, mapped to the usual tickers. */
const otherNames = new Map([
  ['XXRP', 'XRP'],
  ['XXBT', 'BTC'],
  ['XBT', 'BTC'],
  ['XETH', 'ETH'],
  ['XXLM', 'XLM'],
  ['XLTC', 'LTC'],
  ['XXDG', 'DOGE'],
  ['XDG', 'DOGE'],
]);

/**
 * Reads the holdings from a file of an exchange, without sending the text anywhere.
 * The file lists balances, or movements with the balance after each movement.
 */
export function readHoldings(text: string): Holdings {
  const readings = parseCsv(text);
  if (typeof readings === 'string') return { ok: false, problem: readings };
  for (const reading of readings) {
    const table = findTable(reading);
    if (table) return sumUp(table);
  }
  return { ok: false, problem: 'no_columns' };
}

interface Table extends Reading {
  /** The index of each column in a row, or -1 if the column is missing. */
  columns: Record<keyof typeof names, number>;
}

function findTable({ rows, separator }: Reading): Table | null {
  for (const [index, row] of rows.slice(0, furthestHeader).entries()) {
    const columns = {
      coin: findColumn(row, names.coin),
      balance: findColumn(row, names.balance),
      amount: findColumn(row, names.amount),
      time: findColumn(row, names.time),
      account: findColumn(row, names.account),
    };
    const isHeader = columns.coin >= 0 && (columns.balance >= 0 || columns.amount >= 0);
    if (isHeader) return { rows: rows.slice(index + 1), separator, columns };
  }
  return null;
}

function findColumn(header: readonly string[], wanted: readonly string[]): number {
  const plain = header.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''));
  const found = wanted.find((name) => plain.includes(name));
  return found ? plain.indexOf(found) : -1;
}

function sumUp({ rows, separator, columns }: Table): Holdings {
  const dated = columns.time >= 0;
  if (dated && columns.balance < 0) return { ok: false, problem: 'movements' };
  let leftOut = 0;
  // A list of movements has several balances of each account, and only the latest counts. In other lists each row
  // counts.
  const balances = new Map<string, Holding & { at: number }>();
  for (const [index, row] of rows.entries()) {
    const cell = (column: keyof typeof columns) => row[columns[column]] ?? '';
    const coin = readTicker(cell('coin'));
    const amount = readAmount(cell(columns.balance >= 0 ? 'balance' : 'amount'), separator);
    // Some browsers parse '2026-11-22 10:00' as a time only if a T replaces the space.
    const at = dated ? Date.parse(cell('time').replace(/^([\d-]{10}) /, '$1T')) : index;
    if (!coin || amount === null || Number.isNaN(at)) {
      leftOut++;
      continue;
    }
    const key = dated ? `${coin} ${cell('account')}` : `${index}`;
    const earlier = balances.get(key);
    if (!earlier || at >= earlier.at) balances.set(key, { coin, amount, at });
  }
  const sums = new Map<string, bigint>();
  for (const { coin, amount } of balances.values()) sums.set(coin, (sums.get(coin) ?? 0n) + amount);
  const holdings = [...sums].filter(([, amount]) => amount > 0n).map(([coin, amount]) => ({ coin, amount }));
  if (holdings.length === 0) return { ok: false, problem: 'nothing_held' };
  return { ok: true, holdings: sortHoldings(holdings), leftOut };
}

/** Sorts XRP first, then the other coins by ticker. */
export function sortHoldings<One extends Pick<Holding, 'coin'>>(holdings: readonly One[]): One[] {
  const rank = ({ coin }: One) => (coin === 'XRP' ? '' : coin);
  return [...holdings].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** Parses a ticker: 'XXRP' and 'XRP.F' become 'XRP'. Returns null for text that is not a ticker. */
function readTicker(text: string): string | null {
  const [, ticker] = /^([A-Z0-9]{1,12})(?:\.[A-Z]{1,2})?$/.exec(text.toUpperCase()) ?? [];
  return ticker ? (otherNames.get(ticker) ?? ticker) : null;
}

/** Parses an amount in the formats of many countries: '1,234.5', '1.234,5', "1'234.5" and '1e-8'. */
function readAmount(text: string, separator: Reading['separator']): bigint | null {
  const digits = text.replace(/[\s'’]/g, '');
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  if (comma < 0) return parseDecimal(digits);
  // If a number contains commas and points, the last of them is the decimal separator. A comma without points is a
  // decimal separator, too, unless commas separate the cells and groups of three digits follow the comma.
  const isGroups = separator === ',' && /^[1-9]\d{0,2}(?:,\d{3})+$/.test(digits);
  const isThousands = point >= 0 ? comma < point : isGroups;
  return parseDecimal(isThousands ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.'));
}
