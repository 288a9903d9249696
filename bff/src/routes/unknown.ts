import { METHODS } from 'node:http';
import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { listRoutesAt, publicRoutes } from '@xrp-bridge/contracts/public-api';
import { type FastifyInstance, type FastifyRequest, ProblemError } from '@xrp-bridge/runtime';
import { reservedForOwners } from '../access/entitlement.ts';
import { reservedForOperators } from '../access/operator-gate.ts';

/** Sends a problem, and never a page, for every path below /api or /webhooks that has no route. */
export function addUnknownRoutes(app: FastifyInstance): void {
  // All methods that Node accepts, including rare ones like QUERY and TRACE. CONNECT never reaches a route.
  const methods = METHODS.filter((method) => method !== 'CONNECT');
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);

  for (const [access, urls] of [
    ['operator', [...reservedForOperators, '/api/admin/transfers/search']],
    ['entitled', reservedForOwners],
    // The last two also match `/api/transfers/{id}`, whose route would get their undocumented methods.
    ['open', ['/api', '/api/*', '/webhooks/*', '/api/transfers/resume', '/api/transfers/resume-link']],
  ] as const) {
    // Refuses the call before the body is read, because a missing or malformed body must not change the response.
    for (const url of urls) {
      const method = methods.filter((each) => !publicRoutes.some((one) => one.path === url && one.method === each));
      app.route({ method, url, config: { access }, preParsing: refuse, handler: refuse });
    }
  }
}

async function refuse(request: FastifyRequest): Promise<never> {
  const { pathname } = new URL(request.url, 'http://localhost');
  const routes: RouteDefinition[] = listRoutesAt(pathname);
  if (routes.length === 0) throw new ProblemError('not_found');
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const matching = routes.find((route) => route.method === method);
  // The route exists, so the router refused a parameter that is longer than any id.
  if (matching) throw new ProblemError(matching.errors.find((code) => code.endsWith('_not_found')) ?? 'not_found');
  const allow = routes.map((route) => route.method).join(', ');
  throw new ProblemError('method_not_allowed', undefined, { headers: { allow } });
}
