import { defineService, type ServiceContext } from '@xrp-bridge/runtime';
import { adsSettings } from './config.ts';
import type { Context } from './context.ts';
import { adsRoutes } from './http.ts';
import { adsJobs, adsSchedules } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import { fetchPublicPicture } from './networks/picture.ts';
import { openNetworks, openPlatforms } from './platforms/index.ts';
import { noteProvider } from './provider-store.ts';
import type { Tables } from './store.ts';
import { createXGateway } from './x.ts';

/** Posts to X, runs campaigns at the platforms, keeps what ads bring in, and fills the places for ads on our pages. */
export const adsService = defineService({
  name: 'ads',
  settings: adsSettings,
  migrations,
  context: (base: ServiceContext<Context['settings'], Tables>): Context => {
    const x = createXGateway(base.settings, base.clock, (error) => noteProvider(base.db, 'x', base.clock(), error));
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
