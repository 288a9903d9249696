import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { isPublicHttps } from '@xrp-bridge/contracts/public-address';
import { lookUpPublic } from '@xrp-bridge/runtime/public-address';
import { typeOfPicture } from '../domain/network-ad.ts';

const longestBytes = 1_000_000;
const timeoutMs = 10_000;
/** Size of a slot; larger pictures are scaled down. */
const size = { width: 480, height: 360 } as const;
/** Limit against decompression bombs: a small file can contain a picture that fills the memory. */
const limitInputPixels = 25_000_000;

/** Fetches the bytes of a picture. Tests replace the function. */
export type FetchPicture = (address: string, signal?: AbortSignal) => Promise<Uint8Array>;

/**
 * Fetches a picture over https from a public server, without redirects.
 * @throws Error if the address is not public, or if the response is not a picture of at most 1 MB
 */
export const fetchPublicPicture: FetchPicture = async (address, signal) => {
  if (!isPublicHttps(address)) throw new Error('the picture is on no public server');
  const request = get(address, {
    lookup: lookUpPublic,
    agent: false,
    headers: { accept: 'image/*' },
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  try {
    if (answer.statusCode !== 200) throw new Error(`the picture answered ${answer.statusCode}`);
    return await readBytes(answer);
  } finally {
    request.destroy();
  }
};

/** Reads a body up to the size limit, whatever the headers claim. @throws Error if the body is longer */
export async function readBytes(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.byteLength;
    if (length > longestBytes) throw new Error('the picture is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Re-encodes the first frame of a picture as WebP, scaled to a slot.
 * Metadata and other content are dropped.
 * @throws Error when the bytes are not a picture
 */
export async function reencodePicture(bytes: Uint8Array): Promise<Buffer> {
  if (!typeOfPicture(bytes)) throw new Error('the file is no picture');
  // The library is imported on demand, because an installation without ad networks does not need it.
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels, pages: 1, failOn: 'error' })
    .rotate()
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: 5 })
    .toBuffer();
}
