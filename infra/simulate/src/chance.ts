import crypto from 'node:crypto';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { createRandom } from './random.ts';

/**
 * Replaces the module that hashes passwords.
 * The real one works on other threads and takes its salt from the system.
 */
const passwordModule = `
  import { hash as digest } from 'node:crypto';
  export const hash = async (password) => digest('sha256', password);
  export const verify = async (stored, password) => stored === digest('sha256', password);`;

/** Replaces the random values of this process by seeded ones. */
export function installChance(seed: string): void {
  const random = createRandom(`${seed} product`);

  function fill<Bytes extends NodeJS.ArrayBufferView>(bytes: Bytes): Bytes {
    random.fill(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return bytes;
  }

  function randomBytes(size: number, done?: (error: null, bytes: Buffer) => void): Buffer | undefined {
    const bytes = fill(Buffer.alloc(size));
    if (!done) return bytes;
    process.nextTick(done, null, bytes);
    return undefined;
  }

  /** Returns a random UUID (version 4 of RFC 9562). */
  function randomUUID(): string {
    const bytes = fill(Buffer.alloc(16));
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  function randomInt(...given: [number] | [number, number]): number {
    const [least, most] = given.length === 1 ? [0, given[0]] : given;
    return least + Math.floor(random.next() * (most - least));
  }

  Math.random = random.next;
  Object.assign(crypto, { randomBytes, pseudoRandomBytes: randomBytes, randomUUID, randomInt, randomFillSync: fill });
  for (const [name, value] of Object.entries({ getRandomValues: fill, randomUUID })) {
    Object.defineProperty(globalThis.crypto, name, { value });
  }
  Object.assign(crypto.ECDH.prototype, {
    generateKeys(this: crypto.ECDH) {
      this.setPrivateKey(fill(Buffer.alloc(32)));
      return this.getPublicKey();
    },
  });
  syncBuiltinESMExports();
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      specifier === '@node-rs/argon2'
        ? { url: 'simulated:passwords', format: 'module', shortCircuit: true }
        : nextResolve(specifier, context),
    load: (url, context, nextLoad) =>
      url === 'simulated:passwords'
        ? { format: 'module', source: passwordModule, shortCircuit: true }
        : nextLoad(url, context),
  });
}
