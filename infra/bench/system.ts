import type autocannon from 'autocannon';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { startProduct } from '../process/product.ts';
import { startBaseline } from './baseline.ts';
import { call } from './calls.ts';
import {
  createTransfer,
  type Delivery,
  holdWebhooks,
  json,
  makePayments,
  makeThings,
  order,
  webhookSecret,
} from './deliveries.ts';
import { fillPending } from './fill.ts';
import { type LoopDelay, observeLoop } from './loop-delay.ts';
import { resize, type Table, waitForDelivery } from './rates.ts';
import type { Both, Started } from './run.ts';

/** A measured server: the product or the baseline. */
export interface Subject {
  url: string;
  creating: autocannon.Options;
  reading: autocannon.Options;
  loop: LoopDelay;
  /** Returns the memory of all processes without PostgreSQL, in MB. */
  memoryMb(): number;
  /** Returns the memory of the server's process alone, without the sandbox, in MB. */
  ownMemoryMb(): number;
  /** Creates payments that are not settled yet. */
  pay(count: number): Promise<Delivery[]>;
  /** Deletes or inserts rows, until the table of creates has `rows` rows. */
  resize(rows: number): Promise<void>;
  /** Waits until all events are delivered. */
  waitForDelivery(): Promise<void>;
}

export interface System extends Both<Subject> {
  databaseUrl: string;
  sandboxUrl: string;
}

const tables: Both<Table> = {
  baseline: {
    name: 'bench.thing',
    createdAt: 'at',
    fill: `insert into bench.thing select gen_random_uuid(), now(), 'pending', 'x' from generate_series(1, $1::int)`,
  },
  product: { name: 'transfer.transfer', createdAt: 'created_at', fill: fillPending },
};

/** Starts the product and the baseline on one new database. The sandbox holds all webhooks. */
export async function startSystem(started: Started, dataDir: string): Promise<System> {
  const { url: databaseUrl } = await started(startEmbeddedPostgres({ dataDir }));
  const loops = { product: observeLoop(dataDir, 'product'), baseline: observeLoop(dataDir, 'baseline') };
  const baseline = await started(startBaseline(databaseUrl, loops.baseline.settings));
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, STRIPE_WEBHOOK_SECRET: webhookSecret };
  const product = await started(startProduct({ ...settings, ...loops.product.settings }));
  await holdWebhooks(product);
  const thing = await call<{ id: string }>(`${baseline.url}/things`, { method: 'POST', body: { data: 'x' } });
  const transfer = await createTransfer(product);
  const of = (which: keyof Both<unknown>) => ({
    loop: loops[which],
    resize: (rows: number) => resize(databaseUrl, tables[which], rows),
    waitForDelivery: () => waitForDelivery(databaseUrl, which),
  });
  return {
    databaseUrl,
    sandboxUrl: product.sandboxUrl,
    baseline: {
      ...of('baseline'),
      url: baseline.url,
      memoryMb: baseline.memoryMb,
      ownMemoryMb: baseline.memoryMb,
      creating: { method: 'POST', headers: json, url: `${baseline.url}/things`, body: '{"data":"x"}' },
      reading: { url: `${baseline.url}/things/${thing.id}` },
      pay: (count) => makeThings(baseline.url, count),
    },
    product: {
      ...of('product'),
      url: product.url,
      memoryMb: product.memoryMb,
      ownMemoryMb: product.ownMemoryMb,
      creating: { method: 'POST', headers: json, url: `${product.url}/api/transfers`, body: order },
      reading: { url: `${product.url}/api/transfers/${transfer.id}` },
      pay: (count) => makePayments(product, count),
    },
  };
}
