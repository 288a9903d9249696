import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import {
  GetConfig,
  GetExchangeGuide,
  GetHotMeter,
  GetLeaderHighlights,
  GetMarket,
  GetSignals,
  GetTrendingCryptos,
  GetWalletGuide,
} from '@xrp-bridge/contracts/public-api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';

/**
 * What reads the same for everybody, whatever cookies they send, and repeats nothing of what was sent. Only that is
 * compressed. Where an answer holds what is secret beside what somebody else can have put there, its compressed length
 * betrays the secret letter by letter (https://www.breachattack.com): a transfer, its steps, whatever an operator reads.
 */
export const alike = [
  GetConfig,
  GetExchangeGuide,
  GetHotMeter,
  GetLeaderHighlights,
  GetMarket,
  GetSignals,
  GetTrendingCryptos,
  GetWalletGuide,
] as const;
const addresses = new Set(['/api/openapi.json', ...alike.map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1'))]);

/** What is shorter fits into one packet as it is. */
const smallestBytes = 1_000;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const encoders = {
  // The best quality takes a hundred times as long, for a tenth less.
  br: (text: string) => toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => toGzip(text),
};

/** Compresses the answers that are the same for everybody. To be called before the routes are added. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' && addresses.has(route.url)) route.onSend = compressText;
  });
}

/**
 * A hook `onSend` for a route whose answer is the same for everybody: sends a text in the way that the browser likes
 * best. Anything else than a text goes as it is.
 */
export async function compressText(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || Buffer.byteLength(payload) < smallestBytes) return payload;
  reply.header('vary', 'accept-encoding');
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
  if (!encoding) return payload;
  reply.header('content-encoding', encoding);
  return encoders[encoding](payload);
}
