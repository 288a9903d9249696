import * as original from '@xrp-bridge/contracts/define';
import type { z } from 'zod';
import { withNewField } from './new-field.ts';

export * from '@xrp-bridge/contracts/define';

/** Defines an event with a new field, which every event of version N+1 has. */
export const defineEvent: typeof original.defineEvent = (type, version, data, about) =>
  original.defineEvent(type, version, withNewField(data), about);

/** Defines a route; between services, its body may have a new field. */
export const defineRoute = ((route: Parameters<typeof original.defineRoute>[0]) => {
  const body = route.body as z.ZodType | undefined;
  return original.defineRoute(route.access === 'internal' && body ? { ...route, body: withNewField(body) } : route);
}) as typeof original.defineRoute;
