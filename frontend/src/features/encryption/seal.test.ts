import { describe, expect, test, vi } from 'vitest';
import type { Bytes } from './bytes.ts';
import { type Fragment, readFragment, restoreSecret } from './fragments.ts';
import { deriveKeys } from './keys.ts';
import { makeKit } from './make-kit.ts';
import { mostMegabytes, SealProblem, seal, unseal } from './seal.ts';

const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function right(text: string): Promise<Fragment> {
  const read = await readFragment(text);
  if ('mistake' in read) throw new Error(read.mistake);
  return read;
}

describe('locked file', () => {
  const content = (size: number) =>
    new Blob(Array.from({ length: Math.ceil(size / 65_536) }, (_, at) => random(Math.min(65_536, size - at * 65_536))));
  const bytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

  // The sizes are 0, and just below, at and above the end of a part. Seven bytes precede the content: the name and its
  // length.
  test.each([0, 1, 2 ** 20 - 8, 2 ** 20 - 7, 2 ** 20 - 6, 2 ** 21 - 7, 3_000_000])(
    'with %i bytes of content is opened unchanged with its name, and is only a little larger than its content',
    async (size) => {
      const { keys } = await makeKit();
      const file = content(size);
      const parts: number[] = [];
      const sealed = await seal(file, 'a.txt', keys, (done) => parts.push(done));
      expect(sealed.size - size).toBeLessThan(1_400);
      expect(parts.at(-1)).toBe(1);
      const opened = await unseal(sealed, keys);
      expect(opened.name).toBe('a.txt');
      expect(hexOf((await bytes(opened.content)).slice(0, 64))).toBe(hexOf((await bytes(file)).slice(0, 64)));
      expect(await crypto.subtle.digest('SHA-256', await opened.content.arrayBuffer())).toEqual(
        await crypto.subtle.digest('SHA-256', await file.arrayBuffer()),
      );
    },
  );

  test('differs each time, and reveals neither its name nor its content', async () => {
    const { keys } = await makeKit();
    const note = new Blob(['meet me at the old bridge']);
    const [one, other] = [await seal(note, 'secret-plan.txt', keys), await seal(note, 'secret-plan.txt', keys)];
    const text = new TextDecoder('latin1').decode(await one.arrayBuffer());
    expect(text).not.toMatch(/bridge|plan/);
    expect(text).not.toBe(new TextDecoder('latin1').decode(await other.arrayBuffer()));
  });

  test('is not opened if any bit was changed', async () => {
    const { keys } = await makeKit();
    const sealed = await bytes(await seal(new Blob(['a note']), 'note.txt', keys));
    const places = [0, 7, 8, 10, 11, 500, 1098, 1099, 1138, 1139, sealed.length - 17, sealed.length - 1];
    for (const at of places) {
      const changed = sealed.slice();
      changed[at] = (changed[at] as number) ^ 1;
      const code = at < 8 ? 'not_locked' : at < 11 ? 'other_set' : 'damaged';
      await expect(unseal(new Blob([changed]), keys), `byte ${at}`).rejects.toMatchObject({ code });
    }
  });

  test('is not opened if parts are missing, swapped or added', async () => {
    const { keys } = await makeKit();
    const sealed = await seal(content(2_500_000), 'a.bin', keys);
    const [head, part] = [1139, 2 ** 20 + 16];
    const cut = (from: number, to?: number) =>
      sealed.slice(head + from * part, to === undefined ? undefined : head + to * part);
    const header = sealed.slice(0, head);
    const broken = [
      [header, cut(0, 1)],
      [header, cut(0, 2)],
      [header, cut(1)],
      [header, cut(1, 2), cut(0, 1), cut(2)],
      [header, cut(0), cut(0, 1)],
      [sealed, new Blob(['x'])],
    ];
    for (const parts of broken) {
      await expect(unseal(new Blob(parts), keys)).rejects.toMatchObject({ code: 'damaged' });
    }
  });

  test('is opened with fragments 1 and 3, and not with any other key', async () => {
    const { keys, fragments } = await makeKit();
    const sealed = await seal(new Blob(['a note']), 'note.txt', keys);
    const restored = await restoreSecret(await right(fragments[0] as string), await right(fragments[2] as string));
    if ('mistake' in restored) throw new Error(restored.mistake);
    const { content: note } = await unseal(sealed, await deriveKeys(restored.secret));
    expect(await note.text()).toBe('a note');

    const other = await makeKit();
    await expect(unseal(sealed, other.keys)).rejects.toMatchObject({ code: 'other_set' });
    // The set id is the same, but another key does not open the file.
    await expect(unseal(sealed, { ...other.keys, setId: keys.setId })).rejects.toMatchObject({ code: 'damaged' });
  });

  test.each([
    new Blob(),
    new Blob(['XBSEAL1\n']),
    new Blob(['not one of ours, but long enough to be taken for one'.repeat(40)]),
  ])('is recognized by its content, so any other file is rejected', async (blob) => {
    const { keys } = await makeKit();
    await expect(unseal(blob, keys)).rejects.toMatchObject({ code: 'not_locked' });
  });

  test('is neither created nor opened if the size limit is exceeded', async () => {
    const { keys } = await makeKit();
    const size = (mostMegabytes + 2) * 2 ** 20;
    const huge = Object.defineProperty(new Blob(), 'size', { value: size });
    await expect(seal(huge, 'a', keys)).rejects.toMatchObject({ code: 'too_large' });
    await expect(unseal(huge, keys)).rejects.toMatchObject({ code: 'too_large' });
  });

  test('is locked and opened one part at a time if its size is 100 MB', async () => {
    const { keys } = await makeKit();
    const block = random(65_536);
    const file = new Blob(Array.from({ length: 1600 }, () => block));
    const reads = vi.spyOn(Blob.prototype, 'arrayBuffer');
    const { content: opened } = await unseal(await seal(file, 'video.mp4', keys), keys);
    expect(opened.size).toBe(file.size);
    const sizes = (reads.mock.contexts as Blob[]).map(({ size }) => size);
    expect(sizes.length).toBeGreaterThan(200);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 20 + 16);
    expect(await bytes(opened.slice(-65_536))).toEqual(block);
  });

  test('is not created from a file that can no longer be read', async () => {
    const { keys } = await makeKit();
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'));
    const failure = await seal(new Blob(['x']), 'a', keys).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SealProblem);
    expect(failure).toMatchObject({ code: 'unreadable' });
  });

  test.each([
    ['../../etc/passwd', '....etcpasswd'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['\r\n', 'file'],
    ['ä'.repeat(300), 'ä'.repeat(85)],
  ])('made from a file named %j is opened with the name %j', async (name, saved) => {
    const { keys } = await makeKit();
    expect((await unseal(await seal(new Blob(['x']), name, keys), keys)).name).toBe(saved);
  });
});
