import type { RouteDefinition } from '../define.ts';
import * as admin from './admin.ts';
import * as ads from './ads.ts';
import * as assistant from './assistant.ts';
import * as checks from './checks.ts';
import * as concierge from './concierge.ts';
import * as dashboard from './dashboard.ts';
import * as guides from './guides.ts';
import * as newsletters from './newsletters.ts';
import * as operator from './operator.ts';
import * as operatorAccounts from './operator-accounts.ts';
import * as operatorAlerts from './operator-alerts.ts';
import * as payments from './payments.ts';
import * as push from './push.ts';
import * as signals from './signals.ts';
import * as site from './site.ts';
import * as transfers from './transfers.ts';

// The public routes, one file per area. A route is public if and only if such a file exports it.
export * from './admin.ts';
export * from './ads.ts';
export * from './assistant.ts';
export * from './checks.ts';
export * from './concierge.ts';
export * from './dashboard.ts';
export * from './guides.ts';
export * from './newsletters.ts';
export * from './operator.ts';
export * from './operator-accounts.ts';
export * from './operator-alerts.ts';
export * from './payments.ts';
export type { PublishedRoute } from './publish.ts';
export * from './push.ts';
export * from './signals.ts';
export * from './site.ts';
export * from './transfers.ts';

const exported = {
  ...transfers,
  ...push,
  ...checks,
  ...guides,
  ...payments,
  ...signals,
  ...concierge,
  ...site,
  ...newsletters,
  ...assistant,
  ...operator,
  ...operatorAccounts,
  ...operatorAlerts,
  ...admin,
  ...dashboard,
  ...ads,
};

export type PublicRoute = Extract<(typeof exported)[keyof typeof exported], RouteDefinition>;

/** All public routes, in the order of the areas. */
export const publicRoutes: readonly PublicRoute[] = Object.values(exported).filter(
  (value): value is PublicRoute => 'path' in value && 'method' in value,
);

/**
 * Lists the public routes at a path, one for each method.
 * A path without placeholders precedes those with placeholders that match it too, as in OpenAPI:
 * https://spec.openapis.org/oas/v3.1.1.html#path-templating-matching
 */
export function listRoutesAt(pathname: string): PublicRoute[] {
  const matching = publicRoutes.filter(({ path }) => matches(path, pathname));
  const [closest] = matching.map(({ path }) => path).sort((a, b) => a.split('{').length - b.split('{').length);
  return matching.filter(({ path }) => path === closest);
}

function matches(path: string, pathname: string): boolean {
  const given = pathname.split('/');
  const parts = path.split('/');
  return (
    parts.length === given.length &&
    parts.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index]))
  );
}
