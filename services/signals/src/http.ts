import { randomUUID } from 'node:crypto';
import { signalsApi } from '@xrp-bridge/contracts/signals';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { listPublishers, updatePublisher } from './publisher-store.ts';
import { RefreshSignals } from './use-cases/refresh.ts';
import { viewHighlights, viewHotMeter, viewMarket, viewSignals, viewSources, viewTrending } from './views.ts';

export function signalsRoutes({ db, clock, transact, enqueue }: Context): RouteHandler[] {
  return [
    handle(signalsApi.readHotMeter, () => viewHotMeter(db, clock())),
    handle(signalsApi.listSignals, () => viewSignals(db, clock())),
    handle(signalsApi.readMarket, () => viewMarket(db, clock())),
    handle(signalsApi.listHighlights, () => viewHighlights(db, clock())),
    handle(signalsApi.listTrending, () => viewTrending(db)),
    handle(signalsApi.listSources, () => viewSources(db, clock())),
    handle(signalsApi.listPublishers, ({ query }) => listPublishers(db, query)),
    handle(signalsApi.decidePublisher, async ({ params: { domain }, body: { state } }) => {
      const success = await updatePublisher(db, domain, state, clock());
      return { success, message: success ? `${domain} is ${state}` : 'We haven’t seen that news site' };
    }),
    handle(signalsApi.refresh, async () => {
      await transact(async (tx) => enqueue(tx, RefreshSignals, {}, { jobId: randomUUID() }));
      return { started: true };
    }),
  ];
}
