import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEventFlow } from '../docs/event-flow.ts';

const source = `
import { ShopClosed, ShopOpened, ShopPaid, ShopSold } from '@xrp-bridge/contracts/shop';
export type Sold = EventOf<typeof ShopSold>;
export const events = (context: Context) => [
  on(ShopPaid, async (tx, { data }) => emit(tx, data.late ? ShopClosed : ShopOpened, data.shopId, data)),
];
export const broadcast = { types: [ShopSold.type] };
`;

it('readEventFlow finds the emitters and readers of each event in the code, except in tests', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'event-flow-'));
  try {
    await writeFile(join(folder, 'events.ts'), source);
    await writeFile(join(folder, 'events.test.ts'), 'emit(tx, ShopPaid, id, {});');
    const flows = readEventFlow({ till: folder }, new Set(['ShopClosed', 'ShopOpened', 'ShopPaid', 'ShopSold']));
    const names = [...flows].map(([name, { emitters, readers }]) => [name, [...emitters], [...readers]]);
    expect(names).toEqual([
      ['ShopClosed', ['till'], []],
      ['ShopOpened', ['till'], []],
      ['ShopPaid', [], ['till']],
      ['ShopSold', [], ['till']],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
