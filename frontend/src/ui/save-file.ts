/**
 * The lifetime of the object URL.
 * It is long, because the browser may first ask for the folder and read the file only afterwards.
 */
const readMs = 60_000;

/**
 * Offers a file as a download, without a request to the server.
 * Whether the person saves or cancels is not observable.
 */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readMs);
}
