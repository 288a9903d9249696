/**
 * The lifetime of the object URL.
 * A browser may show a dialog for the folder before it reads the file.
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
