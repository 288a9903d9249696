import * as original from '@xrp-bridge/runtime/http-client';
import { addNewField } from './new-field.ts';

export * from '@xrp-bridge/runtime/http-client';

/** Creates a client that sends a new field in each body. */
export const createServiceClient: typeof original.createServiceClient = (options) => {
  const client = original.createServiceClient(options);
  return {
    ...client,
    call: (route, input = {}) => client.call(route, { ...input, body: addNewField(input.body) }),
  };
};
