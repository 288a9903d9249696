/**
 * The lifetime of the object URL: a browser may first show a dialog for the folder, and read the file
 * only then.
 */
const readMs = 60_000;

/**
 * Offers a file as a download, without a request to the server.
 * The result is not observable: the person may have cancelled.
 */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readMs);
}
