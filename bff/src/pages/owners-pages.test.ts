import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import { expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { createOwnersPages } from './owners-pages.ts';
import type { PublicConfig } from './public-config.ts';

const id = '0123456789abcdef0123456789abcdef';

it.each([
  ['fails', () => Promise.reject(new Error('the database is away'))],
  ['hangs', () => new Promise<boolean>(() => {})],
])('a page without its content is sent if the check of the cookie %s', async (_how, isHeldBy) => {
  const context = { ownerCookie: { isHeldBy }, pause: async () => {} } as unknown as Context;
  const renderer = { render: async () => null, start() {}, close: async () => {} };
  const { guide, checkout } = createOwnersPages(context, renderer, {} as PublicConfig);
  const [request, reply] = [{} as FastifyRequest, {} as FastifyReply];
  expect(await guide(request, reply, id)).toBeNull();
  expect(await checkout(request, reply, id)).toBeNull();
});
