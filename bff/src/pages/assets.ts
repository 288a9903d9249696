import { readFile, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import negotiate from '@fastify/accept-negotiator';

/** The content of a file, with the same headers as from `@fastify/static`. */
interface Variant {
  content: Buffer;
  headers: Record<string, string>;
}

/** A file and its compressed variants. The build writes a variant only if it is smaller than the file. */
interface Asset {
  plain: Variant;
  br: Variant | null;
  gzip: Variant | null;
}

export interface Assets {
  /**
   * Returns null for a missing file and for range and conditional requests.
   * `@fastify/static` handles these.
   */
  find(pathname: string, headers: IncomingHttpHeaders): Promise<Asset[keyof Asset]>;
}

/** Matches scripts and styles with a hash of the content in the file name. */
const hashed = /^\/assets\/\w[\w.-]*\.(css|js)$/;
const types = { css: 'text/css', js: 'application/javascript' };

/**
 * Caches the web app's scripts and styles in memory: 2 MB including the compressed variants.
 * Each file is read on its first request. It never changes, because its name contains a hash of its content.
 */
export function createAssets(root: string): Assets {
  const cache = new Map<string, Asset>();
  return {
    async find(pathname, headers) {
      const extension = hashed.exec(pathname)?.[1] as keyof typeof types | undefined;
      if (!extension || Object.keys(headers).some((name) => name === 'range' || name.startsWith('if-'))) return null;
      const asset = cache.get(pathname) ?? (await readAsset(path.join(root, pathname), types[extension]));
      // Missing files are not cached, because callers could fill the memory with invented names.
      if (!asset) return null;
      cache.set(pathname, asset);
      const there = (['br', 'gzip'] as const).filter((encoding) => asset[encoding]);
      return asset[negotiate(headers['accept-encoding'] ?? '', there) ?? 'plain'];
    },
  };
}

async function readAsset(file: string, type: string): Promise<Asset | null> {
  const [plain, br, gzip] = await Promise.all([
    readVariant(file, type),
    readVariant(`${file}.br`, type, 'br'),
    readVariant(`${file}.gz`, type, 'gzip'),
  ]);
  return plain && { plain, br, gzip };
}

async function readVariant(file: string, type: string, encoding?: string): Promise<Variant | null> {
  try {
    const [content, { size, mtime }] = await Promise.all([readFile(file), stat(file)]);
    const headers: Record<string, string> = {
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': `${type}; charset=utf-8`,
      // The format is that of `@fastify/send`, because `@fastify/static` answers the conditional requests.
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
