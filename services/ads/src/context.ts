import type { BaseSettings, ServiceContext } from '@xrp-bridge/runtime';
import type { AdsSettings } from './config.ts';
import type { Tables } from './store.ts';
import type { XGateway } from './x.ts';

/** What every part of the service works with. */
export interface Context extends ServiceContext<AdsSettings & BaseSettings, Tables> {
  x: XGateway;
}
