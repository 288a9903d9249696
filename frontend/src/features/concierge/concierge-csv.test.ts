import { spec } from '@xrp-bridge/contracts/testing';
import { describe, expect, test } from 'vitest';
import { isSmall, parseCsv } from './csv.ts';
import { formatAmount, formatDollars, multiply, parseDecimal, writeDecimal } from './decimal.ts';
import { type HoldingsProblem, readHoldings } from './holdings.ts';
import { addUp } from './totals.ts';

const decimal = (text: string) => parseDecimal(text) as bigint;

/** What is found in a file, as texts. */
function held(text: string): Record<string, string> {
  const read = readHoldings(text);
  if (!read.ok) throw new Error(read.problem);
  return Object.fromEntries(read.holdings.map(({ coin, amount }) => [coin, writeDecimal(amount)]));
}

function problemOf(text: string): HoldingsProblem | null {
  const read = readHoldings(text);
  return read.ok ? null : read.problem;
}

describe('a file of balances', () => {
  test.each([
    ['with commas', 'Asset,Balance\nXRP,120.5\nBTC,0.01\n'],
    ['with semicolons and decimal commas', 'Asset;Balance\r\nXRP;120,5\r\nBTC;0,01\r\n'],
    ['with tabs', 'asset\tbalance\nXRP\t120.5\nBTC\t0.01'],
    ['with quotes and thousands', '"Asset","Balance"\n"XRP","120.5"\n"BTC","0.01"\n'],
    ['with a mark of its encoding, and old line ends', '\ufeffCoin,Total\rXRP,120.5\rBTC,0.01\r'],
    [
      'with titles above',
      'Balances of Ann\n\nas of today,,\nCurrency,Type,Total Balance\nXRP,spot,120.5\nBTC,spot,0.01',
    ],
    ['with Kraken’s own names', 'asset,balance\nXXRP,120.5\nXXBT,0.01'],
  ])('is read %s', (_, text) => {
    expect(held(text)).toEqual({ XRP: '120.5', BTC: '0.01' });
  });

  test('has XRP first, the others by name', () => {
    expect(Object.keys(held('coin,total\nZEC,1\nBTC,1\nXRP,1\nADA,1'))).toEqual(['XRP', 'ADA', 'BTC', 'ZEC']);
  });

  test('has every account of a coin added up, and what is gone left out', () => {
    expect(held('asset,amount\nXRP,1\nXRP.F,2.25\nDOGE,0\nDOGE,0.000')).toEqual({ XRP: '3.25' });
  });

  test('loses no digit', () => {
    const text = 'asset,balance\nXRP,123456789012.123456\nETH,0.000000000000000001\nBTC,1e-8\nXLM,"1,234,567.5"';
    expect(held(text)).toEqual({
      XRP: '123456789012.123456',
      BTC: '0.00000001',
      ETH: '0.000000000000000001',
      XLM: '1234567.5',
    });
  });

  test('takes the last balance of each account from a list of movements', () => {
    const text = [
      'time,type,asset,wallet,amount,balance',
      '2026-11-20 10:00:00,deposit,XRP,spot,100,100',
      '2026-11-22 10:00:00,withdrawal,XRP,spot,-60,40',
      '2026-11-21 10:00:00,earn,XRP,earn,5,5',
      '2026-11-21 09:00:00,deposit,BTC,spot,1,1',
    ].join('\n');
    expect(held(text)).toEqual({ XRP: '45', BTC: '1' });
  });

  test('counts the rows that cannot be read', () => {
    const read = readHoldings('asset,balance\nXRP,10\nXRP,much\n=cmd(),5\nBTC,-1\nETH,NaN\n"a b",1\nSOL,Infinity');
    expect(read).toEqual({ ok: true, holdings: [{ coin: 'XRP', amount: decimal('10') }], leftOut: 6 });
  });
});

describe('a hostile file', () => {
  test.each<[string, string, HoldingsProblem]>([
    ['nothing', '', 'empty'],
    ['white space', ' \r\n\t ', 'empty'],
    ['a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000', 'not_a_table'],
    ['an archive', 'PK\u0003\u0004asset,balance\nXRP,1', 'not_a_table'],
    ['a web page', '<html><body>asset,balance\nXRP,1', 'not_a_table'],
    ['JSON', '[{"asset":"XRP","balance":1}]\n', 'not_a_table'],
    ['one line', 'asset,balance', 'not_a_table'],
    ['a quote that is never closed', 'asset,balance\n"XRP,1\nBTC,2\n', 'not_a_table'],
    ['a row without an end', `asset,balance\n${'1,'.repeat(2_000)}`, 'not_a_table'],
    ['a cell without an end', `asset,balance\nXRP,${'9'.repeat(5_000)}`, 'not_a_table'],
    ['more than there is room for', `asset,balance\n${'XRP,1\n'.repeat(400_000)}`, 'too_large'],
    ['a letter', 'Dear Ann,\nyour coins are safe with us,\nyours,\nBob', 'no_columns'],
    ['columns of something else', 'name,age\nAnn,70\nBob,71', 'no_columns'],
    ['orders', 'Date,Asset,Amount\n2026-11-20,XRP,100\n2026-11-21,XRP,-60', 'movements'],
    ['formulas alone', 'asset,balance\n=HYPERLINK("http://evil.example"),=1+1\n@SUM(A1),+1+1', 'nothing_held'],
    ['names of objects', 'asset,balance\n__proto__,1\nconstructor,nan', 'nothing_held'],
  ])(`${spec('concierge.12')} of %s is told apart`, (_, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test('whose coins are called like parts of an object changes none', () => {
    expect(held('asset,balance\nCONSTRUCTOR,1\nTOSTRING,2')).toEqual({ CONSTRUCTOR: '1', TOSTRING: '2' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('of many quotes is read in one go', () => {
    const text = `asset,balance\nXRP,1\n${'"""",""\n'.repeat(50_000)}`;
    expect(held(text)).toEqual({ XRP: '1' });
  });

  test('that is large is not even opened', () => {
    expect(isSmall({ size: 2_000_000 })).toBe(true);
    expect(isSmall({ size: 100_000_000 })).toBe(false);
  });

  test('has as many readings as signs that may part its cells, each of texts alone', () => {
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
});

describe('an amount', () => {
  test.each([
    ['0', '0'],
    ['1', '1'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['0100.0500', '100.05'],
    ['1.5e3', '1500'],
    ['1E-8', '0.00000001'],
    ['0.0000000000000000019', '0.000000000000000001'],
  ])('%s is %s', (text, exactly) => {
    expect(writeDecimal(decimal(text))).toBe(exactly);
  });

  test.each(['', '.', '-1', '+1', '1,5', '1 000', '0x10', 'NaN', '1e999', '1e40', '9'.repeat(41), '1.2.3', 'e5'])(
    '“%s” is none',
    (text) => {
      expect(parseDecimal(text)).toBeNull();
    },
  );

  test('is shown in groups, a price to the cent', () => {
    expect(formatAmount(decimal('1234567.123456789'))).toBe('1,234,567.12345678');
    expect(formatAmount(decimal('0.1000'))).toBe('0.1');
    expect(formatDollars(decimal('1234.565'))).toBe('$1,234.57');
    expect(formatDollars(multiply(decimal('2.5'), decimal('0.1')))).toBe('$0.25');
  });

  test('adds up coin by coin; a coin without a price is not worth nothing', () => {
    const held = [
      { coin: 'BTC', amount: decimal('1') },
      { coin: 'XRP', amount: decimal('10') },
      { coin: 'XRP', amount: decimal('0.5') },
    ];
    expect(addUp(held, new Map([['XRP', decimal('2')]]))).toEqual({
      lines: [
        { coin: 'XRP', amount: decimal('10.5'), value: decimal('21') },
        { coin: 'BTC', amount: decimal('1'), value: null },
      ],
      value: decimal('21'),
    });
  });
});
