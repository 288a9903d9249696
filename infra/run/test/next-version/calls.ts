import * as original from '@xrp-bridge/runtime/calls';
import { addNewField } from './new-field.ts';

export * from '@xrp-bridge/runtime/calls';

/** Combines a route with its handler; between services, its responses have a new field. */
export const handle: typeof original.handle = (route, run) =>
  original.handle(route, async (call) => {
    const reply = await run(call);
    return route.access === 'internal' ? addNewField(reply) : reply;
  });
