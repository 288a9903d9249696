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
import { insertAudit, setAuditOutcome } from './audit.ts';
import { findOperator, type Operator, touchSession } from './operator-session.ts';
import { readCookie } from './owner-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operator who is signed in; null on routes without `requireOperator`. */
    operator: Operator | null;
    auditId: string | null;
  }
}

export const operatorCookie = 'operator_session';

/** Paths that only operators may call. Unknown routes below them need a session too. */
export const reservedForOperators: readonly string[] = [
  '/api/admin/*',
  '/api/ad-revenue/*',
  '/api/google-ads/*',
  '/api/x-ads/*',
];

/**
 * Requires an operator with at least the route's role (default `staff`).
 * The audit trail receives each change that is refused because of the role.
 */
export function requireOperator(context: Context): Guard {
  return async (request) => {
    requireAllowedAddress(request, context);
    const operator = await findOperator(context, readCookie(request, operatorCookie));
    if (!operator) throw new ProblemError('operator_required');
    const { role = 'staff', auditAction } = request.routeOptions.config;
    const refusal = findRefusal(operator, role);
    if (refusal) {
      // The body is not read yet, so `auditAction` cannot describe the change.
      const change = readChange(request, operator, context);
      const entry = { ...change, what: `Refused: ${change.action}`, outcome: refusal };
      if (auditAction) await insertAudit(context.db, entry);
      throw new ProblemError(refusal);
    }
    request.operator = operator;
  };
}

function findRefusal({ role }: Operator, lowest: OperatorRole): 'set_up_required' | 'owner_required' | null {
  if (operatorRoles.indexOf(role) >= operatorRoles.indexOf(lowest)) return null;
  return role === 'invited' ? 'set_up_required' : 'owner_required';
}

function readChange({ method, routeOptions, params, ip }: FastifyRequest, { name }: Operator, { clock }: Context) {
  return {
    at: clock(),
    operator: name,
    ip,
    action: `${method} ${routeOptions.url}`,
    // A URL may contain a NUL character, which PostgreSQL refuses in text.
    subject:
      Object.values(params as Record<string, string>)
        .join(' ')
        .replaceAll('\0', '') || null,
  };
}

/**
 * Writes each operator's change to the audit trail. Must run before the routes are added.
 * Inserts the entry before the change, so that no change can happen without an entry, and updates it afterwards with
 * the outcome and the id of a created object.
 */
export function addAuditTrail(app: FastifyInstance, context: Context): void {
  app.decorateRequest('operator', null);
  app.decorateRequest('auditId', null);

  async function beginAudit(request: FastifyRequest): Promise<void> {
    // Some operator routes also accept other callers, whose changes are not audited.
    const { config } = request.routeOptions;
    if (!config.auditAction || !request.operator) return;
    await touchSession(context.db, request.operator.sessionId, context.clock());
    const body = request.body as { reason?: unknown } | null | undefined;
    request.auditId = await insertAudit(context.db, {
      ...readChange(request, request.operator, context),
      what: config.auditAction(request),
      reason: typeof body?.reason === 'string' ? withoutEmails(body.reason.slice(0, 500)) : null,
      outcome: 'started',
    });
  }

  async function finishAudit(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (!request.auditId) return payload;
    try {
      await setAuditOutcome(context.db, request.auditId, readOutcome(reply, payload));
    } catch (error) {
      // The change has happened, so the response must not fail. The entry's outcome stays `started`.
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

/**
 * Requires a caller whose IP address OPERATOR_ALLOWED_IPS contains. @throws ProblemError
 * ip_not_allowed
 */
export function requireAllowedAddress(request: FastifyRequest, context: Context): void {
  const allowed = context.settings.OPERATOR_ALLOWED_IPS;
  if (allowed && !allowed.check(request.ip, isIPv6(request.ip) ? 'ipv6' : 'ipv4')) {
    throw new ProblemError('ip_not_allowed');
  }
}

/** Removes e-mail addresses from a reason, because only the notification service may store addresses. */
function withoutEmails(words: string): string {
  return words
    .split(/(\s)/)
    .map((word) => (word.indexOf('@') > 0 ? '(email address)' : word))
    .join('');
}

/**
 * Returns the outcome of a change, and the id of the created object if there is one.
 * The outcome is `not_done` if a successful response reports that nothing was changed.
 */
function readOutcome({ statusCode }: FastifyReply, payload: unknown): { outcome: string; made: string | null } {
  const { code, success, possible, id } = fieldsOf(payload);
  if (statusCode >= 400) return { outcome: typeof code === 'string' ? code : String(statusCode), made: null };
  const isDone = success !== false && possible !== false;
  return { outcome: isDone ? 'done' : 'not_done', made: typeof id === 'string' ? id : null };
}

/** Returns the fields of a JSON response; {} for any other response. */
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
