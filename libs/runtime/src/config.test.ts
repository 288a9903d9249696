import { describe, expect, it } from 'vitest';
import { baseSettings, readSettings, statementNameOf } from './config.ts';

const needed = { DATABASE_URL: 'postgres://127.0.0.1/xrp', INTERNAL_TOKEN: 'a-token-of-our-own-making' };
const production = {
  ...needed,
  MODE: 'production',
  PUBLIC_URL: 'https://bridge.company.com',
  SUPPORT_EMAIL: 'help@company.com',
  LEGAL_NAME: 'Bridge Guides LLC',
  POSTAL_ADDRESS: '1 Bridge Street, Springfield, OH 45501',
  JURISDICTION: 'the State of Ohio, USA',
};
const read = (environment: Record<string, string | undefined>) =>
  readSettings({ base: baseSettings }, environment).base;

describe('the settings of every service', () => {
  it('have defaults in the sandbox, but no defaults that customers would see in production', () => {
    expect(read(needed)).toMatchObject({
      PUBLIC_URL: 'http://localhost:3000',
      SUPPORT_EMAIL: expect.stringMatching(/\.example$/),
    });
    expect(read(production)).toMatchObject({ PUBLIC_URL: production.PUBLIC_URL });
  });

  it.each([
    ['PUBLIC_URL', 'is missing', { PUBLIC_URL: undefined }],
    ['PUBLIC_URL', 'must be an https:// address', { PUBLIC_URL: 'http://bridge.company.com' }],
    ['SUPPORT_EMAIL', 'is missing', { SUPPORT_EMAIL: undefined }],
    ['SUPPORT_EMAIL', 'is an example', { SUPPORT_EMAIL: 'support@xrp-bridge.example' }],
    ['SUPPORT_EMAIL', 'is an example', { SUPPORT_EMAIL: 'support@example.com' }],
    ['LEGAL_NAME', 'is missing', { LEGAL_NAME: undefined }],
    ['LEGAL_NAME', 'must not be blank', { LEGAL_NAME: ' ' }],
    ['POSTAL_ADDRESS', 'is missing', { POSTAL_ADDRESS: undefined }],
    ['JURISDICTION', 'is missing', { JURISDICTION: undefined }],
    ['POSTAL_ADDRESS', 'must be one line', { POSTAL_ADDRESS: '1 Bridge Street\nSpringfield' }],
    ['INTERNAL_TOKEN', 'is the one of docker-compose.yml', { INTERNAL_TOKEN: 'local-only-internal-token' }],
    [
      'INTERNAL_TOKEN',
      'is the one of docker-compose.yml',
      { INTERNAL_TOKEN: 'a-token-to-come-next,local-only-internal' },
    ],
    ['INTERNAL_TOKEN', 'must be at least 16', { INTERNAL_TOKEN: 'a-token-to-come-next,short' }],
    ['INTERNAL_TOKEN', 'must be at least 16', { INTERNAL_TOKEN: 'a-token-to-come-next,' }],
    [
      'INTERNAL_TOKEN',
      'must be at least 16',
      { INTERNAL_TOKEN: `${'a-token-of-16-ch,'.repeat(2)}and-then-a-third-one` },
    ],
  ])('are refused in production with “%s: %s”', (name, what, wrong) => {
    expect(() => read({ ...production, ...wrong })).toThrow(`  ${name}: ${what}`);
  });

  it.each([
    [{}, 'XRP BRIDGE'],
    [{ PRODUCT_NAME: 'The “Great” Häven*Bridge & Sons' }, 'THE GREAT HVENBRIDGE &'],
    [{ STATEMENT_NAME: 'BRIDGE GUIDES LTD.' }, 'BRIDGE GUIDES LTD.'],
  ])('reduce the names %j to the allowed characters of a card statement', (names, expected) => {
    expect(statementNameOf(read({ ...needed, ...names }))).toBe(expected);
  });

  it.each(['Bridge guides', 'XRP*BRIDGE', 'XRP', 'A NAME OF 23 CHARACTERS', '12345'])(
    'refuse %s as a name on the card statement',
    (STATEMENT_NAME) => {
      expect(() => read({ ...needed, STATEMENT_NAME })).toThrow('  STATEMENT_NAME: must');
    },
  );

  it('are refused with one list of all mistakes', () => {
    const mistakes = () => read({ MODE: 'production', LOG_LEVEL: 'loud' });
    for (const name of ['PUBLIC_URL', 'SUPPORT_EMAIL', 'LOG_LEVEL', 'DATABASE_URL', 'INTERNAL_TOKEN']) {
      expect(mistakes).toThrow(`  ${name}: `);
    }
  });
});
