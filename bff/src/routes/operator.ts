import {
  EndOperatorSession,
  ListOperatorSessions,
  OperatorSignIn,
  OperatorSignOut,
  ReadOperatorSession,
} from '@xrp-bridge/contracts/public-api';
import { type FastifyReply, handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import { insertAudit } from '../access/audit.ts';
import { findDevice, setDeviceCookie } from '../access/device-cookie.ts';
import { operatorCookie, requireAllowedAddress } from '../access/operator-gate.ts';
import {
  endSession,
  endSessionOf,
  listSessions,
  type Operator,
  signIn,
  touchSession,
} from '../access/operator-session.ts';
import { readCookie } from '../access/owner-cookie.ts';
import type { Context } from '../context.ts';

export function operatorRoutes(context: Context): RouteHandler[] {
  const { db, clock, settings, activity } = context;
  const cookie = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: settings.PUBLIC_URL.startsWith('https:'),
  } as const;

  function setSession(reply: FastifyReply, token: string, operator: Operator): void {
    reply.setCookie(reply.server.cookiePrefix + operatorCookie, token, { ...cookie, expires: operator.expiresAt });
  }

  return [
    handle(OperatorSignIn, async ({ body, request, reply }) => {
      requireAllowedAddress(request, context);
      const entry = { ip: request.ip, what: 'Sign in', action: 'sign in' };
      const device = await findDevice(db, request);
      const { token, operator } = await signIn(
        context,
        { password: body.password, name: body.name, code: body.code, ip: request.ip, device },
        (operator, outcome) => insertAudit(db, { ...entry, operator, at: clock(), outcome }),
      );
      // The cookie is replaced, so no browser could end the earlier session.
      await endSessionOf(db, readCookie(request, operatorCookie));
      setSession(reply, token, operator);
      await setDeviceCookie(db, reply, device, cookie);
      return undefined;
    }),

    handle(ReadOperatorSession, async ({ request }) => {
      const { sessionId, name, role, expiresAt } = request.operator as Operator;
      await touchSession(db, sessionId, clock());
      return { id: sessionId, name, role, expiresAt: expiresAt.toISOString() };
    }),

    handle(OperatorSignOut, async ({ request, reply }) => {
      const { sessionId } = request.operator as Operator;
      await endSession(db, sessionId);
      activity.end(sessionId);
      reply.clearCookie(reply.server.cookiePrefix + operatorCookie, cookie);
      return undefined;
    }),

    handle(ListOperatorSessions, async ({ request }) => {
      const sessions = await listSessions(db, clock());
      return {
        sessions: sessions.map(({ startedAt, expiresAt, ...session }) => ({
          ...session,
          startedAt: startedAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          current: session.id === request.operator?.sessionId,
        })),
      };
    }),

    handle(EndOperatorSession, async ({ params }) => {
      // A URL may contain a NUL character, which PostgreSQL rejects in text.
      if (!/^[0-9a-f]{32}$/.test(params.id) || !(await endSession(db, params.id))) {
        throw new ProblemError('session_not_found');
      }
      activity.end(params.id);
      return undefined;
    }),
  ];
}
