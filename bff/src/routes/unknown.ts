import { publicRoutes } from '@xrp-bridge/contracts/public-api';
import { type FastifyInstance, ProblemError } from '@xrp-bridge/runtime';
import { reservedForOperators } from '../operator-gate.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers for everything under /api that has no route, always as a problem and never with a page. */
export function addUnknownRoutes(app: FastifyInstance): void {
  const known = publicRoutes.map((route) => ({
    method: route.method,
    pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

  for (const url of reservedForOperators) {
    app.route({
      method: methods,
      url,
      config: { access: 'operator' },
      handler: async () => {
        throw new ProblemError('not_found');
      },
    });
  }

  for (const url of ['/api', '/api/*', '/webhooks/*']) {
    app.route({
      method: methods,
      url,
      config: { access: 'open' },
      handler: async (request) => {
        const { pathname } = new URL(request.url, 'http://localhost');
        const allowed = known.filter((route) => route.pattern.test(pathname)).map((route) => route.method);
        if (allowed.length === 0) throw new ProblemError('not_found');
        // The router takes no parameter of this length; no id of ours has it.
        const method = request.method === 'HEAD' ? 'GET' : request.method;
        if (allowed.some((each) => each === method)) throw new ProblemError('transfer_not_found');
        throw new ProblemError('method_not_allowed', undefined, { headers: { allow: allowed.join(', ') } });
      },
    });
  }
}
