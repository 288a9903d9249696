import { readFile } from 'node:fs/promises';
import { serviceNames } from '@xrp-bridge/contracts/services';
import { describe, expect, it } from 'vitest';

const read = (theme: string) => readFile(new URL(`../../../docs/architecture-${theme}.svg`, import.meta.url), 'utf8');
const withoutColours = (picture: string) => picture.replaceAll(/#[0-9a-f]{6}/g, '#');

describe('the architecture picture', () => {
  it('shows the same parts in the light and the dark version', async () => {
    expect(withoutColours(await read('dark'))).toBe(withoutColours(await read('light')));
  });

  it('names every service', async () => {
    const picture = await read('light');
    expect(serviceNames.filter((name) => !picture.includes(`>${name}</text>`))).toEqual([]);
  });
});
