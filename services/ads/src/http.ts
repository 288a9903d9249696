import type { RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';

export function adsRoutes(_context: Context): RouteHandler[] {
  return [];
}
