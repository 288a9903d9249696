import { z } from 'zod';
import { type AuditAction, defineRoute, type OperatorRole, type RouteDefinition } from '../define.ts';
import type { ProblemCode } from '../problem.ts';
import { optionalReason, reasonBody } from './reason.ts';

type Reach = 'open' | 'operator';

/**
 * The body of an operator's write.
 * The audit trail stores `reason`, and the internal route receives the other fields.
 */
type WithReason<Body extends z.ZodType> =
  Body extends z.ZodObject<infer Shape, infer Config>
    ? z.ZodObject<Shape & typeof optionalReason, Config>
    : typeof reasonBody;

type PublicBody<Internal extends RouteDefinition, Access extends Reach> = Access extends 'open'
  ? Internal['body']
  : Internal['method'] extends 'GET'
    ? Internal['body']
    : WithReason<Internal['body']>;

/** The fields that `defineRoute` accepts only for an operator's route. */
type Operation<Internal extends RouteDefinition, Access extends Reach> = Access extends 'open'
  ? { role?: undefined; auditAction?: undefined }
  : Internal['method'] extends 'GET'
    ? { role?: OperatorRole; auditAction?: undefined }
    : { role?: OperatorRole; auditAction: AuditAction<Internal['params'], Internal['body']> };

/** A public route that the BFF answers with one call of an internal route. */
export interface PublishedRoute<
  Internal extends RouteDefinition = RouteDefinition,
  Body extends z.ZodType = z.ZodType,
  Path extends string = string,
> extends RouteDefinition<Internal['params'], Internal['query'], Body, Internal['reply'], Internal['method'], Path> {
  readonly internal: Internal;
}

/**
 * Derives a public route from the internal route that answers it.
 * Both have the same method, summary, input, reply and errors. An operator's write also accepts a `reason`.
 */
export function publish<Internal extends RouteDefinition, const Path extends string, const Access extends Reach>(
  internal: Internal,
  differences: {
    path: Path;
    access: Access;
    /** Errors in addition to those of the internal route. */
    errors?: readonly ProblemCode[];
    shedFirst?: boolean;
  } & Operation<Internal, Access>,
): PublishedRoute<Internal, PublicBody<Internal, Access>, Path> {
  const { method, summary, params, query, body, reply, status, idempotent } = internal;
  const isWrite = differences.access === 'operator' && method !== 'GET';
  const route = defineRoute({
    ...differences,
    method,
    summary,
    params,
    query,
    body: isWrite ? withReason(body) : body,
    reply,
    status,
    idempotent,
    errors: [...internal.errors.filter((code) => code !== 'internal_token_required'), ...(differences.errors ?? [])],
  } as Parameters<typeof defineRoute>[0]);
  return { ...route, internal } as PublishedRoute<Internal, PublicBody<Internal, Access>, Path>;
}

function withReason(body: z.ZodType): z.ZodType {
  return body instanceof z.ZodObject ? body.extend(optionalReason) : reasonBody;
}
