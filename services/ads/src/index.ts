import { defineService, type ServiceContext } from '@xrp-bridge/runtime';
import { adsSettings } from './config.ts';
import type { Context } from './context.ts';
import { adsRoutes } from './http.ts';
import { adsJobs, adsSchedules } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import { fetchPublicPicture } from './networks/picture.ts';
import { openNetworks, openPlatforms } from './platforms/index.ts';
import { readPostingTime } from './post-store.ts';
import { adsRetention } from './retention.ts';
import type { Tables } from './store.ts';
import { createXGateway } from './x.ts';
import { xKeysOf } from './x-client.ts';

/** Posts to X, runs campaigns, books ad revenue, and serves the ads on our pages. */
export const adsService = defineService({
  name: 'ads',
  kind: 'internal',
  settings: adsSettings,
  migrations,
  retention: adsRetention,
  context: (base: ServiceContext<Context['settings'], Tables>): Context => {
    const { settings, db, providers } = base;
    const x = createXGateway(settings, () => readPostingTime(db), providers.add('X', xKeysOf(settings) !== null));
    return {
      ...base,
      x,
      platforms: openPlatforms(base, x),
      networks: openNetworks(base),
      fetchPicture: fetchPublicPicture,
    };
  },
  routes: adsRoutes,
  jobs: adsJobs,
  schedules: adsSchedules,
});
