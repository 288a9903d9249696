import { readFile, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import negotiate from '@fastify/accept-negotiator';

/** A file, and what is said with it: the same as where it comes from the disk. */
interface Sent {
  content: Buffer;
  headers: Record<string, string>;
}

/** As it is, and as the build has compressed it, where that made it smaller. */
interface Asset {
  plain: Sent;
  br: Sent | null;
  gzip: Sent | null;
}

export interface Assets {
  /** @returns null where the disk is to be asked: of what is not there, of a part, and of whether it has changed */
  find(pathname: string, headers: IncomingHttpHeaders): Promise<Asset[keyof Asset]>;
}

/** Scripts and styles whose name holds a hash of what they hold: many small ones for each page. */
const hashed = /^\/assets\/\w[\w.-]*\.(css|js)$/;
const types = { css: 'text/css', js: 'application/javascript' };

/**
 * Keeps the scripts and styles of the built web app in memory (2 MB, compressed ones included): each is read once, when
 * it is first asked for, and never changes.
 */
export function createAssets(root: string): Assets {
  const known = new Map<string, Asset>();
  return {
    async find(pathname, headers) {
      const extension = hashed.exec(pathname)?.[1] as keyof typeof types | undefined;
      if (!extension || Object.keys(headers).some((name) => name === 'range' || name.startsWith('if-'))) return null;
      const asset = known.get(pathname) ?? (await readAsset(path.join(root, pathname), types[extension]));
      // Only what is there is kept: anybody can ask for anything.
      if (!asset) return null;
      known.set(pathname, asset);
      const there = (['br', 'gzip'] as const).filter((encoding) => asset[encoding]);
      return asset[negotiate(headers['accept-encoding'] ?? '', there) ?? 'plain'];
    },
  };
}

async function readAsset(file: string, type: string): Promise<Asset | null> {
  const [plain, br, gzip] = await Promise.all([
    readSent(file, type),
    readSent(`${file}.br`, type, 'br'),
    readSent(`${file}.gz`, type, 'gzip'),
  ]);
  return plain && { plain, br, gzip };
}

async function readSent(file: string, type: string, encoding?: string): Promise<Sent | null> {
  try {
    const [content, { size, mtime }] = await Promise.all([readFile(file), stat(file)]);
    const headers: Record<string, string> = {
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': `${type}; charset=utf-8`,
      // As `@fastify/send` writes it, which is asked whether it still holds.
      etag: `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`,
      'last-modified': mtime.toUTCString(),
      vary: 'accept-encoding',
    };
    if (encoding) headers['content-encoding'] = encoding;
    return { content, headers };
  } catch {
    return null;
  }
}
