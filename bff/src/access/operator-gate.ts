import { isIPv6 } from 'node:net';
import { type OperatorRole, operatorRoles } from '@xrp-bridge/contracts/define';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type Guard,
  ProblemError,
} from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { recordAudit, setAuditOutcome } from './audit.ts';
import { findOperator, type Operator, touchSession } from './operator-session.ts';
import { readCookie } from './owner-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in, on the routes behind the gate. */
    operator: Operator | null;
    auditId: string | null;
  }
}

export const operatorCookie = 'operator_session';

/** Below these paths all is the operators': what is not there is closed all the same. */
export const reservedForOperators: readonly string[] = [
  '/api/admin/*',
  '/api/ad-revenue/*',
  '/api/google-ads/*',
  '/api/x-ads/*',
];

/** Lets operators pass whose role is at least the route's; where a route names none, `staff`. */
export function requireOperator(context: Context): Guard {
  return async (request) => {
    requireAllowedAddress(request, context);
    const operator = await findOperator(context.db, readCookie(request, operatorCookie), context.clock());
    if (!operator) throw new ProblemError('operator_required');
    requireRole(operator, request.routeOptions.config.role ?? 'staff');
    request.operator = operator;
  };
}

function requireRole({ role }: Operator, lowest: OperatorRole): void {
  if (operatorRoles.indexOf(role) >= operatorRoles.indexOf(lowest)) return;
  throw new ProblemError(role === 'invited' ? 'set_up_required' : 'owner_required');
}

/**
 * Writes each operator's change to the audit trail: before it happens, so that none can happen unseen, and with its
 * outcome afterwards, and with the id of what it made where it was about nothing before. To be called before the routes
 * are added.
 */
export function addAuditTrail(app: FastifyInstance, context: Context): void {
  app.decorateRequest('operator', null);
  app.decorateRequest('auditId', null);

  async function beginAudit(request: FastifyRequest): Promise<void> {
    // Of a call that is open to others too, only what an operator sends is an operator's change.
    if (isRead(request) || !request.operator) return;
    await touchSession(context.db, request.operator.sessionId, context.clock());
    const params = request.params as Record<string, string>;
    const body = request.body as { reason?: unknown } | null | undefined;
    const { url, config } = request.routeOptions;
    const action = `${request.method} ${url}`;
    request.auditId = await recordAudit(context.db, {
      at: context.clock(),
      operator: request.operator.name,
      ip: request.ip,
      what: config.auditAction?.(request) ?? action,
      action,
      // An address may hold a NUL character, PostgreSQL's text may not.
      subject: Object.values(params).join(' ').replaceAll('\0', '') || null,
      reason: typeof body?.reason === 'string' ? withoutEmails(body.reason.slice(0, 500)) : null,
      outcome: 'started',
    });
  }

  async function finishAudit(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (!request.auditId) return payload;
    try {
      await setAuditOutcome(context.db, request.auditId, readOutcome(reply, payload));
    } catch (error) {
      // The change has happened and the operator must hear of it; the entry keeps saying `started`.
      request.log.error({ err: error, audit: request.auditId }, 'could not write the outcome of an operator’s change');
    }
    return payload;
  }

  app.addHook('onRoute', (route) => {
    if (route.config?.access !== 'operator') return;
    route.preHandler = [...asList(route.preHandler), beginAudit];
    route.onSend = [...asList(route.onSend), finishAudit];
  });
}

/** @throws ProblemError ip_not_allowed where there is a list of addresses and the caller's is not on it */
export function requireAllowedAddress(request: FastifyRequest, context: Context): void {
  const allowed = context.settings.OPERATOR_ALLOWED_IPS;
  if (allowed && !allowed.check(request.ip, isIPv6(request.ip) ? 'ipv6' : 'ipv4')) {
    throw new ProblemError('ip_not_allowed');
  }
}

/** People's addresses are kept in one place, which is not the audit trail: whoever says why may have named one. */
function withoutEmails(words: string): string {
  return words
    .split(/(\s)/)
    .map((word) => (word.indexOf('@') > 0 ? '(e-mail address)' : word))
    .join('');
}

function isRead(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** What came of a change, and the id of what it made. A good answer may say, too, that nothing was done. */
function readOutcome({ statusCode }: FastifyReply, payload: unknown): { outcome: string; made: string | null } {
  const { code, success, possible, id } = fieldsOf(payload);
  if (statusCode >= 400) return { outcome: typeof code === 'string' ? code : String(statusCode), made: null };
  const isDone = success !== false && possible !== false;
  return { outcome: isDone ? 'done' : 'not_done', made: typeof id === 'string' ? id : null };
}

/** The fields of an answer; of one that is not JSON, none. */
function fieldsOf(payload: unknown): Record<string, unknown> {
  try {
    return { ...(JSON.parse(String(payload)) as object | null) };
  } catch {
    return {};
  }
}

function asList<Item>(value: Item | Item[] | undefined): Item[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}
