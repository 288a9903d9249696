import { vi } from 'vitest';

/** Catches the file that is saved, so that the browser is asked nothing; undefined until there is one. */
export function catchFile() {
  const blobs: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:caught';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return {
    name: () => names[0],
    bytes: async () => blobs[0] && new Uint8Array(await blobs[0].arrayBuffer()),
    text: async () => blobs[0]?.text(),
  };
}
