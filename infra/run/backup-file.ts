import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import type { CopiedSchema } from '@xrp-bridge/runtime/backup';
import { Decrypter, Encrypter } from 'age-encryption';

// A backup is one file, compressed by gzip and, if a key is given, encrypted in the format of age. Its content is a sequence of blocks. A block is a line of JSON, followed by as many
// bytes as its `bytes` says. The first line is the manifest, the last is the ending.

/** The sandbox's state, as a part of a backup and as a file in DATA_DIR. */
export const sandboxState = 'sandbox-state';

const format = 1;
const newline = 10;
/** Base-2 logarithm of scrypt's cost. age's default, which protects short keys, takes 256 MB of memory. */
const scryptWorkFactor = 15;

export interface Manifest {
  format: number;
  /** The version of the product that made the backup. */
  version: string;
  /** The time of the snapshot. */
  createdAt: string;
  schemas: Record<string, CopiedSchema>;
}

/** The last line of a backup, which proves that the backup is complete. */
interface Ending {
  /** The number of rows of each table. */
  rows: Record<string, number>;
  /** SHA-256 of everything before this line. */
  sha256: string;
}

/** A part of a backup, such as the table `transfer.arrival`, and its bytes. */
export type Part = [name: string, data: AsyncIterable<Buffer>];

/**
 * Writes a backup to a file, which appears when it is complete.
 * @throws Error if the file exists, unless `replace` is true, or if the folder is missing or read-only
 */
export async function writeBackup(
  path: string,
  key: string | undefined,
  manifest: Omit<Manifest, 'format'>,
  parts: AsyncIterable<Part>,
  { replace = false } = {},
): Promise<void> {
  if (!replace && (await stat(path).catch(() => null))) throw new Error(`${path} exists. Choose another file.`);
  const folder = dirname(resolve(path));
  await access(folder, constants.W_OK).catch(() => {
    throw new Error(`The folder ${folder} does not exist, or user id ${process.getuid?.()} may not write to it.`);
  });
  const partial = `${path}.partial`;
  try {
    const compressed = createGzip();
    const output = key ? await encrypt(compressed, key) : compressed;
    await Promise.all([
      pipeline(Readable.from(encode({ format, ...manifest }, parts)), compressed),
      pipeline(output, createWriteStream(partial, { mode: 0o600, flush: true })),
    ]);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function encrypt(content: Readable, key: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(scryptWorkFactor);
  return Readable.fromWeb((await encrypter.encrypt(Readable.toWeb(content))) as ReadableStream);
}

async function* encode(manifest: Manifest, parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const rows: Ending['rows'] = {};
  const hashed = (data: Buffer) => {
    hash.update(data);
    return data;
  };
  yield hashed(toLine(manifest));
  for await (const [part, data] of parts) {
    rows[part] = 0;
    for await (const chunk of data) {
      rows[part] += countLines(chunk);
      yield hashed(toLine({ part, bytes: chunk.length }));
      yield hashed(chunk);
    }
  }
  const ending: Ending = { rows, sha256: hash.digest('hex') };
  yield toLine(ending);
}

const toLine = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

/** Counts the rows of a chunk in PostgreSQL's text format, where each row is one line. */
function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) count++;
  return count;
}

export interface BackupReader {
  manifest: Manifest;
  /** Returns the data of the next part, if the next part has this name. */
  read(part: string): AsyncIterable<Buffer>;
  /**
   * Returns the number of rows of each table, after all parts were read.
   * @throws Error if the content differs from what was written
   */
  end(): Promise<Ending['rows']>;
}

/**
 * Calls `use` with a backup.
 * @throws Error that names the problem of the file or of the key
 */
export async function withBackup<Result>(
  path: string,
  key: string | undefined,
  use: (backup: BackupReader) => Promise<Result>,
): Promise<Result> {
  const isEncrypted = await startsLikeAge(path);
  if (isEncrypted && !key) throw new Error(`${path} is encrypted. Set BACKUP_KEY, or BACKUP_KEY_FILE.`);
  // Anyone could have written a file that is not encrypted.
  if (key && !isEncrypted) throw new Error(`${path} is not encrypted. To restore it, unset BACKUP_KEY.`);
  const file = createReadStream(path);
  const compressed = key ? await decrypt(path, file, key) : file;
  const content = createGunzip();
  // Errors of the file reach the reader of `content`.
  const piped = pipeline(compressed, content).catch(() => undefined);
  try {
    return await use(await decode(path, content));
  } finally {
    content.destroy();
    await piped;
  }
}

/** Returns whether a file has the first line of age's format: https://age-encryption.org/v1 */
async function startsLikeAge(path: string): Promise<boolean> {
  const magic = Buffer.from('age-encryption.org/');
  const file = await open(path).catch(() => {
    throw new Error(`${path} cannot be read.`);
  });
  try {
    const { buffer } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.equals(magic);
  } finally {
    await file.close();
  }
}

async function decrypt(path: string, file: Readable, key: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(file))) as ReadableStream);
  } catch (cause) {
    file.destroy();
    // age reports a wrong key only by this message.
    if (!/no identity matched/.test(String(cause))) throw damaged(path, cause);
    throw new Error(`${path} was encrypted with another key than BACKUP_KEY.`, { cause });
  }
}

function damaged(path: string, cause?: unknown): Error {
  return new Error(`${path} is damaged or incomplete.`, { cause });
}

async function decode(path: string, content: AsyncIterable<Buffer>): Promise<BackupReader> {
  const chunks = content[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let buffer: Buffer = Buffer.alloc(0);
  let next: { part?: string; bytes?: number } | undefined;

  async function receive(): Promise<void> {
    const { done, value } = await chunks.next().catch((cause) => {
      throw damaged(path, cause);
    });
    if (done) throw damaged(path);
    buffer = Buffer.concat([buffer, value]);
  }

  async function take(length: number): Promise<Buffer> {
    while (buffer.length < length) await receive();
    const taken = buffer.subarray(0, length);
    buffer = buffer.subarray(length);
    return taken;
  }

  async function takeLine(): Promise<Buffer> {
    while (!buffer.includes(newline)) await receive();
    return take(buffer.indexOf(newline) + 1);
  }

  /** Reads the next line, unless it was read before. */
  async function peek(): Promise<object & { part?: string; bytes?: number }> {
    if (next) return next;
    const line = await takeLine();
    try {
      next = JSON.parse(line.toString()) as object;
    } catch (cause) {
      throw damaged(path, cause);
    }
    // The ending contains the hash of the lines before it.
    if (!('sha256' in next)) hash.update(line);
    return next;
  }

  const manifest = (await peek()) as Manifest;
  next = undefined;
  if (typeof manifest.format !== 'number') throw damaged(path);
  if (manifest.format > format) {
    throw new Error(
      `${path} was made by version ${manifest.version}, whose format this version cannot read. Install that version.`,
    );
  }
  return {
    manifest,
    async *read(part) {
      for (let block = await peek(); block.part === part; block = await peek()) {
        next = undefined;
        const data = await take(block.bytes as number);
        hash.update(data);
        yield data;
      }
    },
    async end() {
      const ending = (await peek()) as Ending;
      if (ending.sha256 !== hash.digest('hex')) throw damaged(path);
      return ending.rows;
    },
  };
}
