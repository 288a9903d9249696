import type { BaseSettings, ServiceContext } from '@xrp-bridge/runtime';
import type { z } from 'zod';
import type { transferSettings } from './config.ts';
import type { Tables } from './store.ts';

export type Context = ServiceContext<z.infer<typeof transferSettings> & BaseSettings, Tables>;
