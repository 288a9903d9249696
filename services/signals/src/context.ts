import type { BaseSettings, ServiceContext } from '@xrp-bridge/runtime';
import type { z } from 'zod';
import type { signalsSettings } from './config.ts';
import type { Reader } from './reader.ts';
import type { Source } from './sources/source.ts';
import type { Tables } from './store.ts';

export interface Context extends ServiceContext<z.infer<typeof signalsSettings> & BaseSettings, Tables> {
  sources: readonly Source[];
  reader: Reader;
}
