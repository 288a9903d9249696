import { expect, it, vi } from 'vitest';
import { checkNeeds, observeParts } from '../src/readiness.ts';
import { openMetricReader } from './metric-reader.ts';

const there = async () => true;
const away = async () => false;

it('a service without its database is not ready, and a service without bus or queue is degraded', async () => {
  expect(await checkNeeds({ database: away, bus: there, queue: there })).toMatchObject({
    status: 'not ready',
    degraded: false,
    database: 'not ready',
  });
  const failing = () => Promise.reject(new Error('away'));
  expect(await checkNeeds({ database: there, bus: failing, queue: there })).toMatchObject({
    status: 'ready',
    degraded: true,
    bus: 'not ready',
  });
  expect(await checkNeeds({ database: there, bus: there, queue: there })).toMatchObject({
    status: 'ready',
    degraded: false,
  });
});

it('the gauge xrp_bridge.part.up has a value for each dependency until the observation is stopped', async () => {
  const collect = openMetricReader();
  const read = async () => {
    const [gauge] = await collect();
    return [gauge?.descriptor.name, gauge?.dataPoints.map(({ attributes, value }) => [attributes.part, value])];
  };
  const parts = vi.fn(async () => ({ ads: false, transfer: true }));
  const unobserve = observeParts('bff', parts);
  expect(await read()).toEqual([
    'xrp_bridge.part.up',
    [
      ['ads', 0],
      ['transfer', 1],
    ],
  ]);
  unobserve();
  await read();
  expect(parts).toHaveBeenCalledOnce();
});
