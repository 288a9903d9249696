import type { BaseSettings, ServiceContext } from '@xrp-bridge/runtime';
import type { AdsSettings } from './config.ts';
import type { Network } from './networks/network.ts';
import type { FetchPicture } from './networks/picture.ts';
import type { Platforms } from './platforms/index.ts';
import type { Tables } from './store.ts';
import type { XGateway } from './x.ts';

/** The dependencies of routes, jobs and use cases. */
export interface Context extends ServiceContext<AdsSettings & BaseSettings, Tables> {
  x: XGateway;
  platforms: Platforms;
  networks: readonly Network[];
  fetchPicture: FetchPicture;
}
