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
 * Routes whose responses are equal for all callers and repeat nothing from the request.
 * Only these are compressed. If a response contains a secret and text that an attacker chose, its compressed length
 * reveals the secret bit by bit (https://www.breachattack.com). Transfers, their steps and the operators' data are such
 * responses.
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

/** A text below this size fits into one packet without compression. */
const smallestBytes = 1_000;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const encoders = {
  // Quality 11 takes 100 times as long for 10 % fewer bytes.
  br: (text: string) => toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => toGzip(text),
};

/** Compresses the responses of the routes in `addresses`. Must run before the routes are added. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' && addresses.has(route.url)) route.onSend = compressText;
  });
}

/**
 * Hook for `onSend` that compresses a text with the encoding that the browser prefers.
 * Use it only for responses that repeat nothing of the request (see `alike`). Payloads other than text stay unchanged.
 */
export async function compressText(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || Buffer.byteLength(payload) < smallestBytes) return payload;
  const vary = reply.getHeader('vary');
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
  if (!encoding) return payload;
  reply.header('content-encoding', encoding);
  return encoders[encoding](payload);
}
