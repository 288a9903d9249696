import { signalsApi } from '@xrp-bridge/contracts/signals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await harness.refresh();
});
afterAll(() => harness.stop());

test('a first look fills everything', async () => {
  const t = performance.now();
  const meter = await harness.client.call(signalsApi.readHotMeter);
  const { signals } = await harness.client.call(signalsApi.listSignals);
  const market = await harness.client.call(signalsApi.readMarket);
  const { sources } = await harness.client.call(signalsApi.listSources);
  console.log(performance.now() - t);
  console.log(meter.coins.map(({ coin, heatScore, mentions, priceChange, signalWords, inputs }) => [coin, heatScore, mentions, priceChange, signalWords.join(), JSON.stringify(inputs)].join(' ')).join('\n'));
  console.log(sources, signals.length, JSON.stringify(signals.slice(0, 2), null, 1), market.tokens.slice(0, 2));
  console.log(await harness.client.call(signalsApi.listHighlights), await harness.client.call(signalsApi.listTrending));
  expect(meter.coins).toHaveLength(20);
});
