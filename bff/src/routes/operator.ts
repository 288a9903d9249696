import { OperatorSignIn, OperatorSignOut, ReadOperatorSession } from '@xrp-bridge/contracts/public-api';
import { type FastifyReply, handle, type RouteHandler } from '@xrp-bridge/runtime';
import { recordAudit } from '../audit.ts';
import type { Context } from '../context.ts';
import { findKnownDevice, rememberDevice } from '../known-device.ts';
import { operatorCookie, requireAllowedAddress } from '../operator-gate.ts';
import { type Operator, signIn, signOut } from '../operator-session.ts';
import { readCookie } from '../owner-cookie.ts';

export function operatorRoutes(context: Context): RouteHandler[] {
  const { db, clock, settings } = context;
  const cookie = {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: settings.PUBLIC_URL.startsWith('https:'),
  } as const;

  function setSession(reply: FastifyReply, token: string, operator: Operator): void {
    reply.setCookie(operatorCookie, token, { ...cookie, expires: operator.expiresAt });
  }

  return [
    handle(OperatorSignIn, async ({ body, request, reply }) => {
      requireAllowedAddress(request, context);
      const name = body.name ?? 'operator';
      const device = await findKnownDevice(db, request);
      const { token, operator } = await signIn(
        context,
        { password: body.password, name, ip: request.ip, device },
        (outcome) => recordAudit(db, { at: clock(), operator: name, ip: request.ip, action: 'sign in', outcome }),
      );
      setSession(reply, token, operator);
      await rememberDevice(db, reply, device, cookie);
      return undefined;
    }),

    handle(ReadOperatorSession, async ({ request }) => {
      const { name, expiresAt } = request.operator as Operator;
      return { name, expiresAt: expiresAt.toISOString() };
    }),

    handle(OperatorSignOut, async ({ request, reply }) => {
      await signOut(db, readCookie(request, operatorCookie) as string);
      reply.clearCookie(operatorCookie, cookie);
      return undefined;
    }),
  ];
}
