import { adsApi } from '@xrp-bridge/contracts/ads';
import type { BodyInputOf } from '@xrp-bridge/contracts/define';
import { beforeAll, describe, expect, it } from 'vitest';
import { useAds } from './harness.ts';

const t = useAds();
beforeAll(async () => {
  await t.reset();
});

const add = (text: string, theme = 'new-theme') => t.client.call(adsApi.addVariation, { body: { theme, text } });
const edit = (id: string, body: BodyInputOf<typeof adsApi.editVariation>) =>
  t.client.call(adsApi.editVariation, { params: { id }, body });
const sizeOf = async () => (await t.automation()).adPoolSize;

describe('a text of the pool', () => {
  it('can be added, changed, retired and returned to the pool', async () => {
    const before = await sizeOf();
    const added = await add('Ad: A lighthouse keeper packs his suitcase 👋');
    expect(added).toMatchObject({
      theme: 'new-theme',
      text: 'Ad: A lighthouse keeper packs his suitcase 👋',
      weightedLength: 45,
      timesPosted: 0,
      lastPostedAt: null,
      retiredAt: null,
    });
    expect(await sizeOf()).toBe(before + 1);
    expect((await t.variations())[0]?.id).toBe(added.id);

    const changed = await edit(added.id, { text: 'Ad: A baker opens her shop', theme: 'other-theme' });
    expect(changed).toMatchObject({ text: 'Ad: A baker opens her shop', theme: 'other-theme', weightedLength: 26 });
    const retired = await edit(added.id, { retired: true });
    expect(retired.retiredAt).not.toBeNull();
    expect(await sizeOf()).toBe(before);
    expect((await edit(added.id, { retired: true })).retiredAt).toBe(retired.retiredAt);
    expect((await edit(added.id, { retired: false })).retiredAt).toBeNull();
    expect(await sizeOf()).toBe(before + 1);
    await edit(added.id, { retired: true });
  });

  it('is trimmed, and stays the same after an edit that changes nothing', async () => {
    const added = await add('  Ad: Seven swans cross a frozen river  ');
    expect(added.text).toBe('Ad: Seven swans cross a frozen river');
    expect(await edit(added.id, { text: added.text })).toEqual(added);
    expect(await edit(added.id, {})).toEqual(added);
  });

  it.each([
    ['no_disclosure', 'No word of what this is'],
    ['too_long', `Ad: ${'a'.repeat(277)}`],
    ['promise', 'Ad: guaranteed by nobody'],
    ['price_prediction', 'Ad: it goes to the moon'],
    ['affiliation', 'Ad: in partnership with a bank'],
    ['bait', 'Ad: claim your coins'],
    ['mention', 'Ad: hello @everybody'],
    ['markup', 'Ad: <script>alert(1)</script>'],
    ['wrong_price', 'Ad: for $1.99'],
    ['unusable_character', 'Ad: a \0 in between'],
    ['too_small', '   '],
    ['too_big', `Ad: ${'a'.repeat(1_000)}`],
  ])('is rejected with the code %s for the text %j', async (code, text) => {
    const before = await sizeOf();
    const refusal = { code: 'invalid_input', errors: [expect.objectContaining({ field: 'text', code })] };
    await expect(add(text)).rejects.toMatchObject(refusal);
    const [one] = await t.variations();
    await expect(edit(one?.id ?? '', { text })).rejects.toMatchObject(refusal);
    expect(await sizeOf()).toBe(before);
  });

  it('is rejected with all its problems at once, and the messages do not repeat the text', async () => {
    const text = 'Guaranteed to go to the moon, @everybody, for $1';
    const refusal = await add(text).catch((error) => error);
    expect(refusal.errors.map(({ code }: { code: string }) => code)).toEqual([
      'no_disclosure',
      'promise',
      'price_prediction',
      'mention',
      'wrong_price',
    ]);
    expect(JSON.stringify(refusal.errors)).not.toContain('everybody');
  });

  it.each([['With Capitals'], ['spaces in it'], [''], ['-hyphen-first'], ['<b>'], ['a'.repeat(41)]])(
    'is rejected with the invalid theme %j',
    async (theme) => {
      await expect(add('Ad: A gardener waters roses', theme)).rejects.toMatchObject({
        code: 'invalid_input',
        errors: expect.arrayContaining([expect.objectContaining({ field: 'theme' })]),
      });
    },
  );

  it.each([['var_unknown'], ['\0'], ["'; drop table variation; --"], ['x'.repeat(250)]])(
    'cannot be changed by the unknown id %j',
    async (id) => {
      await expect(edit(id, { retired: true })).rejects.toMatchObject({ code: 'ad_not_found' });
    },
  );
});

describe('a text that nearly equals another text', () => {
  it('is rejected with an error for the field `text` if the other text is in the pool', async () => {
    const [other] = await t.variations();
    const before = await sizeOf();
    const refusal = {
      code: 'already_exists',
      status: 409,
      message: expect.stringContaining(`under “${other?.theme}”: Ad: `),
      errors: [expect.objectContaining({ field: 'text', code: 'near_duplicate' })],
    };
    await expect(add(other?.text ?? '')).rejects.toMatchObject(refusal);
    await expect(add(`${other?.text} Today!`)).rejects.toMatchObject(refusal);
    const mine = await add('Ad: Four clowns share a bicycle');
    await expect(edit(mine.id, { text: `${other?.text} Now.` })).rejects.toMatchObject(refusal);
    expect(await sizeOf()).toBe(before + 1);
  });

  it('is accepted if the other text is retired, and the retired text then cannot return to the pool', async () => {
    const old = await add('Ad: An owl reads the morning paper');
    await edit(old.id, { retired: true });
    const young = await add('Ad: An owl reads the morning paper');
    expect(young.id).not.toBe(old.id);
    await expect(edit(old.id, { retired: false })).rejects.toMatchObject({ code: 'already_exists' });
    // The retired text itself can still be changed.
    expect(await edit(old.id, { theme: 'owls' })).toMatchObject({ theme: 'owls' });
  });

  it('is rejected even in a concurrent request: of five similar texts, only one is added', async () => {
    const before = await sizeOf();
    // Two rounds are needed: in the first round, the connections are opened one after the other, so the requests are
    // not concurrent.
    for (const text of ['Ad: Nine kites above one beach', 'Ad: Three foxes under a stone bridge']) {
      const sent = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => add(`${text}${'!'.repeat(n)}`)));
      const refused = sent.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code);
      expect(refused).toEqual(Array.from({ length: 4 }, () => 'already_exists'));
    }
    expect(await sizeOf()).toBe(before + 2);
  });
});

it('the list of the pool has pages, can be searched, and includes retired texts', async () => {
  const list = (query: object) => t.client.call(adsApi.listVariations, { query });
  const all = new Set<string>();
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 100; pages++) {
    const page: Awaited<ReturnType<typeof list>> = await list({ limit: 10, ...(cursor ? { cursor } : {}) });
    for (const { id } of page.variations) all.add(id);
    cursor = page.nextCursor;
  }
  expect(all.size).toBe((await t.variations()).length);
  expect((await list({ search: 'owl reads' })).variations).toHaveLength(2);
  expect((await list({ search: 'destination-tag' })).variations.length).toBeGreaterThan(0);
});
