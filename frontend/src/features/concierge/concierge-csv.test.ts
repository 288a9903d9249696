import { spec } from '@xrp-bridge/contracts/testing';
import { describe, expect, test } from 'vitest';
import { isSmall, parseCsv } from './csv.ts';
import { formatAmount, formatDollars, multiply, parseDecimal, writeDecimal } from './decimal.ts';
import { type HoldingsProblem, readHoldings } from './holdings.ts';
import { addUp } from './totals.ts';

const decimal = (text: string) => parseDecimal(text) as bigint;

/** Returns the amounts in a file by coin, formatted as text. */
function holdingsOf(text: string): Record<string, string> {
  const read = readHoldings(text);
  if (!read.ok) throw new Error(read.problem);
  return Object.fromEntries(read.holdings.map(({ coin, amount }) => [coin, writeDecimal(amount)]));
}

function problemOf(text: string): HoldingsProblem | null {
  const read = readHoldings(text);
  return read.ok ? null : read.problem;
}

describe('balance file', () => {
  test.each([
    ['with commas', 'Asset,Balance\nXRP,120.5\nBTC,0.01\n'],
    ['with semicolons and decimal commas', 'Asset;Balance\r\nXRP;120,5\r\nBTC;0,01\r\n'],
    ['with tabs', 'asset\tbalance\nXRP\t120.5\nBTC\t0.01'],
    ['with quotes and thousands', '"Asset","Balance"\n"XRP","120.5"\n"BTC","0.01"\n'],
    ['with a byte order mark and CR line ends', '\ufeffCoin,Total\rXRP,120.5\rBTC,0.01\r'],
    [
      'with title lines above the table',
      'Balances of Ann\n\nas of today,,\nCurrency,Type,Total Balance\nXRP,spot,120.5\nBTC,spot,0.01',
    ],
    ['with Kraken’s asset codes', 'asset,balance\nXXRP,120.5\nXXBT,0.01'],
  ])('is parsed %s', (_, text) => {
    expect(holdingsOf(text)).toEqual({ XRP: '120.5', BTC: '0.01' });
  });

  test('yields XRP first, and then the other coins by name', () => {
    expect(Object.keys(holdingsOf('coin,total\nZEC,1\nBTC,1\nXRP,1\nADA,1'))).toEqual(['XRP', 'ADA', 'BTC', 'ZEC']);
  });

  test('yields the sum of each coin over all accounts, and omits zero balances', () => {
    expect(holdingsOf('asset,amount\nXRP,1\nXRP.F,2.25\nDOGE,0\nDOGE,0.000')).toEqual({ XRP: '3.25' });
  });

  test('is parsed without losing a digit', () => {
    const text = 'asset,balance\nXRP,123456789012.123456\nETH,0.000000000000000001\nBTC,1e-8\nXLM,"1,234,567.5"';
    expect(holdingsOf(text)).toEqual({
      XRP: '123456789012.123456',
      BTC: '0.00000001',
      ETH: '0.000000000000000001',
      XLM: '1234567.5',
    });
  });

  test('yields the last balances of all accounts, summed by coin, if it lists transactions', () => {
    const text = [
      'time,type,asset,wallet,amount,balance',
      '2026-11-20 10:00:00,deposit,XRP,spot,100,100',
      '2026-11-22 10:00:00,withdrawal,XRP,spot,-60,40',
      '2026-11-21 10:00:00,earn,XRP,earn,5,5',
      '2026-11-21 09:00:00,deposit,BTC,spot,1,1',
    ].join('\n');
    expect(holdingsOf(text)).toEqual({ XRP: '45', BTC: '1' });
  });

  test('yields the number of rows that cannot be parsed', () => {
    const read = readHoldings('asset,balance\nXRP,10\nXRP,much\n=cmd(),5\nBTC,-1\nETH,NaN\n"a b",1\nSOL,Infinity');
    expect(read).toEqual({ ok: true, holdings: [{ coin: 'XRP', amount: decimal('10') }], leftOut: 6 });
  });
});

describe('invalid balance file', () => {
  test.each<[string, string, HoldingsProblem]>([
    ['nothing', '', 'empty'],
    ['white space', ' \r\n\t ', 'empty'],
    ['a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000', 'not_a_table'],
    ['an archive', 'PK\u0003\u0004asset,balance\nXRP,1', 'not_a_table'],
    ['a web page', '<html><body>asset,balance\nXRP,1', 'not_a_table'],
    ['JSON', '[{"asset":"XRP","balance":1}]\n', 'not_a_table'],
    ['one line', 'asset,balance', 'not_a_table'],
    ['a quote that is never closed', 'asset,balance\n"XRP,1\nBTC,2\n', 'not_a_table'],
    ['an overlong row', `asset,balance\n${'1,'.repeat(2_000)}`, 'not_a_table'],
    ['an overlong cell', `asset,balance\nXRP,${'9'.repeat(5_000)}`, 'not_a_table'],
    ['more rows than the limit', `asset,balance\n${'XRP,1\n'.repeat(400_000)}`, 'too_large'],
    ['a letter', 'Dear Ann,\nyour coins are safe with us,\nyours,\nBob', 'no_columns'],
    ['unrelated columns', 'name,age\nAnn,70\nBob,71', 'no_columns'],
    ['orders', 'Date,Asset,Amount\n2026-11-20,XRP,100\n2026-11-21,XRP,-60', 'movements'],
    ['only formulas', 'asset,balance\n=HYPERLINK("http://evil.example"),=1+1\n@SUM(A1),+1+1', 'nothing_held'],
    ['property names of objects', 'asset,balance\n__proto__,1\nconstructor,nan', 'nothing_held'],
  ])(`${spec('concierge.12')} is refused with a specific error if it contains %s`, (_, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test('does not change a prototype if its coins are named like object properties', () => {
    expect(holdingsOf('asset,balance\nCONSTRUCTOR,1\nTOSTRING,2')).toEqual({ CONSTRUCTOR: '1', TOSTRING: '2' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('is parsed without a timeout if it has 100,000 quoted cells', () => {
    const text = `asset,balance\nXRP,1\n${'"""",""\n'.repeat(50_000)}`;
    expect(holdingsOf(text)).toEqual({ XRP: '1' });
  });

  test('is too large to read if it exceeds the size limit', () => {
    expect(isSmall({ size: 2_000_000 })).toBe(true);
    expect(isSmall({ size: 100_000_000 })).toBe(false);
  });
});

test('parseCsv returns one table for each separator, with every cell as text', () => {
  expect(parseCsv('a,b\nc;d')).toEqual([
    {
      separator: ',',
      rows: [['a', 'b'], ['c;d']],
    },
    {
      separator: ';',
      rows: [['a,b'], ['c', 'd']],
    },
    { separator: '\t', rows: [['a,b'], ['c;d']] },
  ]);
});

describe('decimal amount', () => {
  test.each([
    ['0', '0'],
    ['1', '1'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['0100.0500', '100.05'],
    ['1.5e3', '1500'],
    ['1E-8', '0.00000001'],
    ['0.0000000000000000019', '0.000000000000000001'],
  ])('is parsed from “%s” as %s', (text, exactly) => {
    expect(writeDecimal(decimal(text))).toBe(exactly);
  });

  test.each(['', '.', '-1', '+1', '1,5', '1 000', '0x10', 'NaN', '1e999', '1e40', '9'.repeat(41), '1.2.3', 'e5'])(
    'is not parsed from the invalid text “%s”',
    (text) => {
      expect(parseDecimal(text)).toBeNull();
    },
  );

  test('is formatted with digit groups, or as a price with cents', () => {
    expect(formatAmount(decimal('1234567.123456789'))).toBe('1,234,567.12345678');
    expect(formatAmount(decimal('0.1000'))).toBe('0.1');
    expect(formatDollars(decimal('1234.565'))).toBe('$1,234.57');
    expect(formatDollars(multiply(decimal('2.5'), decimal('0.1')))).toBe('$0.25');
  });

  test('is summed by coin, and has no value if the coin has no price', () => {
    const holdings = [
      { coin: 'BTC', amount: decimal('1') },
      { coin: 'XRP', amount: decimal('10') },
      { coin: 'XRP', amount: decimal('0.5') },
    ];
    expect(addUp(holdings, new Map([['XRP', decimal('2')]]))).toEqual({
      lines: [
        { coin: 'XRP', amount: decimal('10.5'), value: decimal('21') },
        { coin: 'BTC', amount: decimal('1'), value: null },
      ],
      value: decimal('21'),
    });
  });
});
