import { z } from 'zod';
import { defineRoute, operatorRoles } from '../define.ts';

export const OperatorSignIn = defineRoute({
  method: 'POST',
  path: '/api/operator/session',
  summary: 'Signs an operator in; the answer sets a session cookie',
  access: 'open',
  body: z.strictObject({
    password: z.string().min(1).max(200),
    name: z.string().max(60).trim().min(1).optional(),
    code: z.string().max(40).trim().min(1).optional().meta({
      description: 'Code of the authenticator app, or a recovery code; required after a second factor is set up',
    }),
  }),
  errors: ['wrong_password', 'code_required', 'wrong_code', 'rate_limited', 'ip_not_allowed'],
});

export const ReadOperatorSession = defineRoute({
  method: 'GET',
  path: '/api/operator/session',
  summary: 'Returns the signed-in operator',
  access: 'operator',
  role: 'invited',
  reply: z.object({
    id: z.string(),
    name: z.string(),
    role: z.enum(operatorRoles).meta({ description: '`invited` means that the account must be set up first' }),
    expiresAt: z.iso.datetime(),
  }),
});

export const OperatorSignOut = defineRoute({
  method: 'DELETE',
  path: '/api/operator/session',
  summary: 'Signs the operator out',
  access: 'operator',
  role: 'invited',
  auditAction: 'Sign out',
});

const sessionSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    ip: z.string(),
    startedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    current: z.boolean(),
  })
  .meta({ id: 'OperatorSession' });

export const ListOperatorSessions = defineRoute({
  method: 'GET',
  path: '/api/operator/sessions',
  summary: 'Lists the sessions of the operators',
  access: 'operator',
  reply: z.object({ sessions: z.array(sessionSchema) }),
});

export const EndOperatorSession = defineRoute({
  method: 'DELETE',
  path: '/api/operator/sessions/{id}',
  summary: 'Ends a session, whose operator must sign in again',
  access: 'operator',
  role: 'owner',
  auditAction: 'End a session',
  params: z.object({ id: z.string() }),
  errors: ['session_not_found'],
});
