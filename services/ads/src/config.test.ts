import { readSettings } from '@xrp-bridge/runtime/config';
import { expect, test } from 'vitest';
import { adsSettings, xKeyNames } from './config.ts';
import { platformKeys } from './platform-settings.ts';

const read = (environment: Record<string, string>) => readSettings({ ads: adsSettings }, environment).ads;
const keys = Object.fromEntries(xKeyNames.map((name) => [name, 'a-key']));

test('all settings are optional, and X_API_BASE has a default', () => {
  expect(read({})).toMatchObject({ X_API_BASE: 'https://api.x.com' });
  expect(read({ MODE: 'production' })).toMatchObject({ X_API_BASE: 'https://api.x.com' });
  expect(read(keys)).toMatchObject(keys);
});

test.each(xKeyNames)('the keys of X without %s are rejected', (missing) => {
  const { [missing]: _left, ...others } = keys;
  expect(() => read(others)).toThrow(`${missing}: is missing`);
});

test('production requires https for X_API_BASE', () => {
  const settings = { ...keys, X_API_BASE: 'http://localhost:3001' };
  expect(read(settings)).toMatchObject(settings);
  expect(() => read({ ...settings, MODE: 'production' })).toThrow('X_API_BASE: must be an https:// address');
});

test.each(Object.entries(platformKeys))(
  'the keys of %s are rejected unless all or none are set',
  (_platform, names) => {
    const value = '1234567890';
    expect(read(Object.fromEntries(names.map((name) => [name, value])))).toMatchObject({ [names[0]]: value });
    for (const missing of names) {
      const others = names.filter((name) => name !== missing).map((name) => [name, value]);
      expect(() => read(Object.fromEntries(others))).toThrow(missing);
    }
  },
);

test('META_AD_ACCOUNT_ID with the prefix act_ is rejected', () => {
  expect(() => read({ META_ACCESS_TOKEN: 'token', META_AD_ACCOUNT_ID: 'act_17' })).toThrow('without act_');
});
