import { adsApi } from '@xrp-bridge/contracts/ads';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { houseAds } from '../src/networks/house.ts';
import { fetchPublicPicture, readBytes, reencodePicture } from '../src/networks/picture.ts';
import { fetchNetworkAds } from '../src/use-cases/fetch-network-ads.ts';
import { type Ads, hour, minute, startAds } from './harness.ts';

/** The pictures that the fake fetcher serves, by address. */
const pictures = new Map<string, () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>>();

let t: Ads;
beforeAll(async () => {
  const fetchPicture = async (address: string) => readBytes(pictures.get(address)?.() ?? []);
  t = await startAds({ overrides: { fetchPicture } });
});
afterEach(async () => {
  await t.advance(hour);
  for (const network of ['coinzilla', 'bitmedia']) await t.heal(network);
});
afterAll(() => t?.stop());

const pick = () => t.client.call(adsApi.pickAds, { params: { placement: 'banner' } }).then(({ ads }) => ads);
const others = async () => (await pick()).filter(({ source }) => source !== 'house');
const show = (ad: object) =>
  t.control('POST', 'network-ads', { clickUrl: 'https://shop.example.com/', title: 'Steel', ...ad });

async function drawing(format: 'png' | 'jpeg' | 'gif' | 'webp', width = 800, height = 400): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#0b5d6b' } })
    .toFormat(format)
    .toBuffer();
}

describe('an ad slot', () => {
  it('shows three of our own ads if there are no network ads, and changes these ads every five minutes', async () => {
    const seen = new Set<string>();
    for (let n = 0; n < 8; n++) {
      const ads = await pick();
      expect(ads).toHaveLength(3);
      expect(new Set(ads.map(({ id }) => id)).size).toBe(3);
      for (const { id } of ads) seen.add(id);
      await t.advance(5 * minute);
    }
    expect(seen).toEqual(new Set(houseAds.map(({ id }) => id)));
  });

  it('shows different ads in the inline and sidebar placements of one page', async () => {
    const idsIn = async (placement: 'inline' | 'sidebar') =>
      (await t.client.call(adsApi.pickAds, { params: { placement } })).ads.map(({ id }) => id);
    for (const network of ['coinzilla', 'bitmedia']) await show({ network, title: `Beside ${network}` });
    for (const withNetworks of [false, true]) {
      if (withNetworks) await fetchNetworkAds(t.context);
      const [inline, sidebar] = [await idsIn('inline'), await idsIn('sidebar')];
      expect([inline.length, sidebar.length]).toEqual([3, 3]);
      expect(inline.filter((id) => sidebar.includes(id))).toEqual([]);
      expect([...inline, ...sidebar].filter((id) => !id.startsWith('house-'))).toHaveLength(withNetworks ? 2 : 0);
    }
  });

  it('uses only pictures and links of our own site for our own ads', () => {
    expect(houseAds.length).toBeGreaterThanOrEqual(8);
    for (const { imageUrl, clickUrl } of houseAds)
      expect([imageUrl, clickUrl]).toEqual([
        expect.stringMatching(/^\/pictures\/[a-z-]+\.svg$/),
        expect.stringMatching(/^\//),
      ]);
  });
});

describe.each(['coinzilla', 'bitmedia'] as const)('an ad of %s', (network) => {
  it('is shown as plain text, with our own copy of its picture', async () => {
    const address = `https://pictures.example.com/${network}.png`;
    const original = await drawing('png');
    pictures.set(address, () => [original]);
    await show({ network, title: `Steel by ${network}`, description: 'Keeps words dry.', pictureUrl: address });
    await fetchNetworkAds(t.context);
    await fetchNetworkAds(t.context);
    const shown = (await others()).filter(({ source }) => source === network);
    expect(shown).toMatchObject([
      { title: `Steel by ${network}`, description: 'Keeps words dry.', clickUrl: 'https://shop.example.com/' },
    ]);
    const id = shown[0]?.imageUrl?.match(/^\/api\/ad-pictures\/([0-9a-f]{32})$/)?.[1] as string;
    const { webp } = await t.client.call(adsApi.readPicture, { params: { id } });
    const bytes = Buffer.from(webp, 'base64');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 });
    expect(bytes.equals(original)).toBe(false);
    expect(await pick()).toHaveLength(3);
  });

  it.each([
    ['markup', { title: '<img src=x onerror=alert(1)>' }],
    ['a script', { description: '<script>alert(1)</script>' }],
    ['a link without encryption', { clickUrl: 'http://shop.example.com/' }],
    ['a link that is a script', { clickUrl: 'javascript:alert(1)' }],
    ['a very long title', { title: 'x'.repeat(5_000) }],
  ])('is never shown if it has %s', async (_what, wrong) => {
    await show({ network, ...wrong });
    await fetchNetworkAds(t.context);
    expect((await others()).filter(({ source }) => source === network)).toEqual([]);
  });

  it.each(['down', 'error', 'rate-limited', 'lying'])(
    'is replaced by our own ads while the network has the fault %s',
    async (kind) => {
      await show({ network, title: 'Back again' });
      await t.fault(network, kind);
      await fetchNetworkAds(t.context);
      const ads = await pick();
      expect(ads).toHaveLength(3);
      expect(ads.filter(({ source }) => source === network)).toEqual([]);
      const { providers } = await t.client.call(operationsApi.listProviders);
      expect(providers.find(({ name }) => name.toLowerCase() === network)?.failures).toBeGreaterThan(0);
      await t.heal(network);
      await fetchNetworkAds(t.context);
      expect((await others()).some(({ source }) => source === network)).toBe(true);
    },
  );

  it('expires 30 minutes after its last fetch', async () => {
    await show({ network, title: 'Short' });
    await fetchNetworkAds(t.context);
    await t.advance(29 * minute);
    expect((await others()).some(({ source }) => source === network)).toBe(true);
    await t.advance(2 * minute);
    expect(await others()).toEqual([]);
  });
});

describe('the picture of an ad', () => {
  const address = 'https://pictures.example.com/wrong';
  /** Serves a picture of `total` bytes in chunks. @returns the number of bytes read */
  function stream(total: number) {
    const read = { bytes: 0 };
    pictures.set(address, function* () {
      for (; read.bytes < total; read.bytes += 65_536) yield new Uint8Array(65_536);
    });
    return read;
  }
  async function picturesShown() {
    await show({ network: 'coinzilla', title: 'Words alone', pictureUrl: address });
    await fetchNetworkAds(t.context);
    return (await others()).filter(({ source }) => source === 'coinzilla').map(({ imageUrl }) => imageUrl);
  }

  it('is not read to the end if the picture has 50 MB, and the ad is shown without a picture', async () => {
    const read = stream(50_000_000);
    expect(await picturesShown()).toEqual([null]);
    expect(read.bytes).toBeLessThan(1_100_000);
  });

  it.each([
    ['a page', () => Buffer.from('<!doctype html><title>Not found</title>')],
    [
      'a drawing with a script',
      () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>alert(1)</script></svg>'),
    ],
    ['empty', () => Buffer.alloc(0)],
    ['a truncated picture', async () => (await drawing('jpeg')).subarray(0, -200)],
    ['only the header of a picture', () => Buffer.from('GIF89a')],
  ])('is not shown if the file is %s', async (_what, make) => {
    const bytes = await make();
    pictures.set(address, () => [bytes]);
    expect(await picturesShown()).toEqual([null]);
  });

  it('is not fetched from a host name that resolves to this machine', async () => {
    await expect(fetchPublicPicture('https://localtest.localhost/picture.png')).rejects.toThrow('no public server');
  });

  it.each([
    'https://localhost/picture.png',
    'https://127.0.0.1/picture.png',
    'https://10.0.0.1/picture.png',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/picture.png',
    'https://[::ffff:10.0.0.1]/picture.png',
    'https://2130706433/picture.png',
    'http://pictures.example.com/picture.png',
  ])('is not fetched from %s', async (address) => {
    await expect(fetchPublicPicture(address)).rejects.toThrow('no public server');
  });

  it('is not decoded if its size exceeds the pixel limit', async () => {
    const bomb = await drawing('png', 6_000, 6_000);
    await expect(reencodePicture(bomb)).rejects.toThrow('pixel limit');
  });

  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('may be a %s file, and is re-encoded as WebP', async (format) => {
    const remade = await reencodePicture(await drawing(format, 40, 30));
    expect(await sharp(remade).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 });
  });

  it('is not found by an invalid or unknown id', async () => {
    for (const id of ['nope', '0'.repeat(32), '../secret']) {
      await expect(t.client.call(adsApi.readPicture, { params: { id } })).rejects.toMatchObject({
        code: 'ad_not_found',
      });
    }
  });
});
