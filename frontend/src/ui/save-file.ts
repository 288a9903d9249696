/** A browser may ask first where to put a file, and read it only then. */
const readMs = 60_000;

/** Hands a file to the person, and cannot learn whether they took it; nothing is sent anywhere. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readMs);
}
