import { publicRoutes } from '@xrp-bridge/contracts/public-api';
import { type FastifyInstance, ProblemError } from '@xrp-bridge/runtime';
import { reservedForOperators } from '../operator-gate.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers for everything under /api that has no route, always as a problem and never with a page. */
export function addUnknownRoutes(app: FastifyInstance): void {
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
        const allowed = publicRoutes.filter(({ path }) => isAt(path, pathname)).map(({ method }) => method);
        if (allowed.length === 0) throw new ProblemError('not_found');
        // The router takes no parameter of this length; no id of ours has it.
        const method = request.method === 'HEAD' ? 'GET' : request.method;
        if (allowed.some((each) => each === method)) throw new ProblemError('transfer_not_found');
        throw new ProblemError('method_not_allowed', undefined, { headers: { allow: allowed.join(', ') } });
      },
    });
  }
}

/** True where an address fits a path such as /api/transfers/{id}. */
function isAt(path: string, pathname: string): boolean {
  const parts = pathname.split('/');
  const wanted = path.split('/');
  return (
    wanted.length === parts.length &&
    wanted.every((part, at) => (part.startsWith('{') ? parts[at] : part === parts[at]))
  );
}
