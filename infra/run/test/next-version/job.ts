import * as original from '@xrp-bridge/runtime/job';
import { withNewField } from './new-field.ts';

export * from '@xrp-bridge/runtime/job';

/** Defines a job with a new field, which every job of version N+1 has. */
export const defineJob: typeof original.defineJob = (name, about) =>
  original.defineJob(name, { ...about, data: withNewField(about.data) });
