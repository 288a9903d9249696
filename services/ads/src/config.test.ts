import { readSettings } from '@xrp-bridge/runtime/config';
import { expect, test } from 'vitest';
import { adsSettings, xKeyNames } from './config.ts';
import { platformKeys } from './platform-settings.ts';

const read = (environment: Record<string, string>) => readSettings({ ads: adsSettings }, environment).ads;
const keys = Object.fromEntries(xKeyNames.map((name) => [name, 'a-key']));

test('without keys everything has a default', () => {
  expect(read({})).toMatchObject({ X_API_BASE: 'https://api.x.com' });
  expect(read({ MODE: 'production' })).toMatchObject({ X_API_BASE: 'https://api.x.com' });
  expect(read(keys)).toMatchObject(keys);
});

test.each(xKeyNames)('the keys of X are all set or none: %s is missed', (missing) => {
  const { [missing]: _left, ...others } = keys;
  expect(() => read(others)).toThrow(`${missing}: is missing`);
});

test('in production X is reached by https', () => {
  const settings = { ...keys, X_API_BASE: 'http://localhost:3001' };
  expect(read(settings)).toMatchObject(settings);
  expect(() => read({ ...settings, MODE: 'production' })).toThrow('X_API_BASE: must be an https:// address');
});

test.each(Object.entries(platformKeys))('the keys of %s are all set or none', (_platform, names) => {
  const value = '1234567890';
  expect(read(Object.fromEntries(names.map((name) => [name, value])))).toMatchObject({ [names[0]]: value });
  for (const missing of names) {
    const others = names.filter((name) => name !== missing).map((name) => [name, value]);
    expect(() => read(Object.fromEntries(others))).toThrow(missing);
  }
});

test('an account is written in digits alone', () => {
  expect(() => read({ META_ACCESS_TOKEN: 'token', META_AD_ACCOUNT_ID: 'act_17' })).toThrow('without act_');
});
