import { vi } from 'vitest';

/**
 * Records saved files instead of downloading them, so that the browser shows no dialog.
 * The returned functions read the first file's data, or undefined.
 */
export function catchFile() {
  const files: { name: string; blob: Blob }[] = [];
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((saved) => {
    blob = saved as Blob;
    return 'blob:caught';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, blob });
  });
  return {
    files,
    name: () => files[0]?.name,
    bytes: async () => files[0] && new Uint8Array(await files[0].blob.arrayBuffer()),
    text: async () => files[0]?.blob.text(),
  };
}
