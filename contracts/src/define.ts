import { z } from 'zod';
import type { ProblemCode } from './problem.ts';

/** An event between contexts: name, version, schema, topic and catalogue entry in one value. */
export interface EventDefinition<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly version: number;
  /** The context that emits the event. It is also the name of the topic. */
  readonly context: string;
  readonly summary: string;
  readonly data: z.ZodType<Data>;
}

/** A CloudEvents 1.0 envelope (https://github.com/cloudevents/spec), as published on the bus. */
export interface CloudEvent<Data = unknown, Type extends string = string> {
  specversion: '1.0';
  id: string;
  type: Type;
  /** Version of the data's schema. */
  dataversion: number;
  /** The emitting service. */
  source: string;
  /** The aggregate's id. Events with the same subject stay in order. */
  subject: string;
  time: string;
  traceparent?: string;
  data: Data;
}

export const envelopeSchema = z.object({
  specversion: z.literal('1.0'),
  id: z.string().min(1),
  type: z.string().min(1),
  dataversion: z.int().positive(),
  source: z.string().min(1),
  subject: z.string().min(1),
  time: z.iso.datetime(),
  traceparent: z.string().optional(),
  data: z.unknown(),
});

/**
 * Defines an event. The context defaults to the first part of the name (`payment.succeeded` →
 * `payment`). Pass `context` if another service owns the noun.
 */
export function defineEvent<const Type extends string, Schema extends z.ZodType>(
  type: Type,
  version: number,
  data: Schema,
  about: { summary: string; context?: string },
): EventDefinition<Type, z.infer<Schema>> {
  const context = about.context ?? (type.split('.')[0] as string);
  return { type, version, context, summary: about.summary, data: data as z.ZodType<z.infer<Schema>> };
}

export type EventOf<D> = D extends EventDefinition<infer Type, infer Data> ? CloudEvent<Data, Type> : never;

/**
 * Callers of a route: everyone (`open`), the browser with the transfer's cookie (`owner`), the buyer
 * of the concierge (`entitled`), a signed-in operator, or our own services (`internal`). The server does not start if
 * it has no check for a route's callers.
 */
export type Access = 'open' | 'owner' | 'entitled' | 'operator' | 'internal';

/**
 * Roles of operators, in rising order.
 * An `invited` operator has not set a password or second factor yet.
 */
export const operatorRoles = ['invited', 'staff', 'owner'] as const;

export type OperatorRole = (typeof operatorRoles)[number];

/** Location of the id of the transfer whose owner may call. A call without an id skips the owner check. */
export type OwnerOf = 'params.id' | 'body.transferId';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Parameters and body of a call. */
interface CallInput<Params, Body> {
  params: Params;
  body: Body;
}

export interface RouteDefinition<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Verb extends Method = Method,
  Path extends string = string,
> {
  readonly method: Verb;
  /** Path with `{name}` placeholders, as in OpenAPI. */
  readonly path: Path;
  readonly summary: string;
  readonly access: Access;
  /** Set if and only if `access` is `owner`. */
  readonly ownerOf: OwnerOf | undefined;
  /**
   * A call whose body has one of these fields is open to everyone.
   * Allowed only with the access `operator`.
   */
  readonly publicIfBodyHas: readonly string[];
  /** The lowest role that may call. Allowed only with the access `operator`. */
  readonly role: OperatorRole | undefined;
  /** Returns the audit action of a call; for invalid input the route's summary. Undefined for reads. */
  readonly auditAction: ((input: CallInput<unknown, unknown>) => string) | undefined;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  readonly status: number;
  /** Expected errors: those implied by access and input, and those that the route declares. */
  readonly errors: readonly ProblemCode[];
  /** True if repeated calls have the same effect as one call. The typed client may then retry a call. */
  readonly idempotent: boolean;
  /** True if the server refuses this route first under overload, because the route begins new work. */
  readonly shedFirst: boolean;
  /** Maximum body size in bytes. */
  readonly bodyLimit: number;
}

const nothing = z.undefined();
const noFields = z.object({});

/** An audit action such as "Pay back", or a function that derives one from the validated input. */
export type AuditAction<Params extends z.ZodType, Body extends z.ZodType> =
  | string
  | ((input: CallInput<z.infer<Params>, z.infer<Body>>) => string);

/** Defines a route: one value for server validation, client types and the OpenAPI document. */
export function defineRoute<
  const Verb extends Method,
  const Path extends string,
  Params extends z.ZodType = typeof noFields,
  Query extends z.ZodType = typeof noFields,
  Body extends z.ZodType = typeof nothing,
  Reply extends z.ZodType = typeof nothing,
>(
  route: {
    method: Verb;
    path: Path;
    summary: string;
    params?: Params;
    query?: Query;
    body?: Body;
    reply?: Reply;
    status?: number;
    errors?: readonly ProblemCode[];
    idempotent?: boolean;
    shedFirst?: boolean;
    bodyLimit?: number;
  } & (
    | { access: 'owner'; ownerOf: OwnerOf; publicIfBodyHas?: undefined; auditAction?: undefined; role?: undefined }
    | {
        access: 'operator';
        /** Defaults to `staff`. */
        role?: OperatorRole;
        method: 'GET';
        publicIfBodyHas?: undefined;
        ownerOf?: undefined;
        auditAction?: undefined;
      }
    | {
        access: 'operator';
        role?: OperatorRole;
        method: Exclude<Method, 'GET'>;
        /** Null for a read that uses POST because its input may be personal data. */
        auditAction: AuditAction<Params, Body> | null;
        publicIfBodyHas?: readonly string[];
        ownerOf?: undefined;
      }
    | {
        access: Exclude<Access, 'owner' | 'operator'>;
        ownerOf?: undefined;
        publicIfBodyHas?: undefined;
        auditAction?: undefined;
        role?: undefined;
      }
  ),
): RouteDefinition<Params, Query, Body, Reply, Verb, Path> {
  const params = (route.params ?? noFields) as Params;
  const query = (route.query ?? noFields) as Query;
  const body = (route.body ?? nothing) as Body;
  return {
    method: route.method,
    path: route.path,
    summary: route.summary,
    access: route.access,
    ownerOf: route.ownerOf,
    publicIfBodyHas: route.publicIfBodyHas ?? [],
    role: route.access === 'operator' ? (route.role ?? 'staff') : undefined,
    auditAction:
      route.auditAction == null ? undefined : createAuditAction(route.auditAction, route.summary, params, body),
    params,
    query,
    body,
    reply: (route.reply ?? nothing) as Reply,
    status: route.status ?? (route.reply ? 200 : 204),
    errors: [...new Set([...(route.errors ?? []), ...impliedErrors({ ...route, query, body })])],
    idempotent: route.idempotent ?? route.method !== 'POST',
    shedFirst: route.shedFirst ?? false,
    bodyLimit: route.bodyLimit ?? 16 * 1024,
  };
}

/** Returns the function that names the audit action. Invalid input gets the route's summary instead. */
function createAuditAction<Params extends z.ZodType, Body extends z.ZodType>(
  auditAction: AuditAction<Params, Body>,
  summary: string,
  params: Params,
  body: Body,
) {
  if (typeof auditAction === 'string') return () => auditAction;
  return (input: CallInput<unknown, unknown>) => {
    const valid = { params: params.safeParse(input.params), body: body.safeParse(input.body) };
    return valid.params.success && valid.body.success
      ? auditAction({ params: valid.params.data, body: valid.body.data })
      : summary;
  };
}

const accessErrors: Record<Access, readonly ProblemCode[]> = {
  open: [],
  owner: ['transfer_not_found', 'not_your_transfer'],
  entitled: ['concierge_required'],
  operator: ['operator_required', 'ip_not_allowed'],
  internal: ['internal_token_required'],
};

/** Derives the errors that access and input imply, so that routes cannot forget them. */
function impliedErrors(route: {
  method: Method;
  path: string;
  access: Access;
  role?: OperatorRole | undefined;
  query: z.ZodType;
  body: z.ZodType;
}) {
  const isWrite = route.method !== 'GET';
  const hasBody = route.body !== nothing;
  return [
    ...accessErrors[route.access],
    ...(route.access === 'operator' && route.role !== 'invited' ? (['set_up_required'] as const) : []),
    ...(route.role === 'owner' ? (['owner_required'] as const) : []),
    ...(isWrite && route.path.startsWith('/api/') ? (['cross_site_refused'] as const) : []),
    ...(hasBody || route.query !== noFields ? (['invalid_input'] as const) : []),
    ...(hasBody ? (['invalid_json', 'unsupported_media_type'] as const) : []),
    ...(isWrite ? (['too_large'] as const) : []),
  ];
}

export type ParamsOf<R extends RouteDefinition> = z.infer<R['params']>;
export type QueryOf<R extends RouteDefinition> = z.infer<R['query']>;
export type BodyOf<R extends RouteDefinition> = z.infer<R['body']>;
/** Query and body as a caller passes them, that is before defaults and transforms. */
export type QueryInputOf<R extends RouteDefinition> = z.input<R['query']>;
export type BodyInputOf<R extends RouteDefinition> = z.input<R['body']>;
export type ReplyOf<R extends RouteDefinition> = z.infer<R['reply']>;
