/** Bytes in an `ArrayBuffer`. WebCrypto does not accept a `SharedArrayBuffer`. */
export type Bytes = Uint8Array<ArrayBuffer>;

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

export function join(...runs: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(runs.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const run of runs) {
    joined.set(run, at);
    at += run.length;
  }
  return joined;
}

/** Compares bytes. The comparison is not in constant time, because neither operand is secret. */
export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
