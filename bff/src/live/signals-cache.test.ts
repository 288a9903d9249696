import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { signalsApi } from '@xrp-bridge/contracts/signals';
import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import { expect, it } from 'vitest';
import type { Services } from '../clients.ts';
import { createSignalsCache } from './signals-cache.ts';

const route: RouteDefinition = signalsApi.readHotMeter;

it('a request after an invalidation does not share a call that started before the invalidation', async () => {
  const answers: ((body: object) => void)[] = [];
  const call = () => new Promise<object>((resolve) => answers.push(resolve));
  const services = { signals: { call } } as unknown as Pick<Services, 'signals'>;
  const cache = createSignalsCache(services, () => new Date());
  const request = async () => {
    let sent = '';
    const reply = {
      headers: () => reply,
      type: () => reply,
      code: () => reply,
      send: (body: string) => {
        sent = body;
      },
    };
    await cache.answer(route, { headers: {} } as FastifyRequest, reply as unknown as FastifyReply);
    return JSON.parse(sent);
  };
  const [before, beside] = [request(), request()];
  cache.invalidate();
  const after = request();
  expect(answers).toHaveLength(2);
  answers[1]?.({ is: 'new' });
  answers[0]?.({ is: 'old' });
  expect(await Promise.all([before, beside, after])).toEqual([{ is: 'old' }, { is: 'old' }, { is: 'new' }]);
  // The old response arrived last and must not replace the new one.
  expect(await request()).toEqual({ is: 'new' });
});
