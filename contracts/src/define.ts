import { z } from 'zod';
import type { ProblemCode } from './problem.ts';

/** A fact one context tells the others: its name, version, schema, topic and catalogue row in one value. */
export interface EventDefinition<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly version: number;
  /** The context that emits it, and the topic it travels on. */
  readonly context: string;
  readonly summary: string;
  readonly data: z.ZodType<Data>;
}

/** A CloudEvents 1.0 envelope (https://github.com/cloudevents/spec), as it travels on the bus. */
export interface CloudEvent<Data = unknown, Type extends string = string> {
  specversion: '1.0';
  id: string;
  type: Type;
  /** Version of the data's shape. */
  dataversion: number;
  /** The emitting service. */
  source: string;
  /** The aggregate's id; events of one subject stay in order. */
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
 * Defines an event. The context defaults to the name's first part (`payment.succeeded` → `payment`);
 * name it where another service owns the noun.
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
 * Who may call: anybody, who holds the transfer's cookie, who bought the concierge, who is signed in as an operator, or
 * our own services. The server has a guard for each kind, and does not start with a route whose kind has none.
 */
export type Access = 'open' | 'owner' | 'entitled' | 'operator' | 'internal';

/**
 * The roles of operators, in rising order. `invited` is an operator whose account has no password or second factor of its
 * own yet.
 */
export const operatorRoles = ['invited', 'staff', 'owner'] as const;

export type OperatorRole = (typeof operatorRoles)[number];

/** Where a call names the transfer that its caller must own. A call that names none is nobody's. */
export type OwnerOf = 'params.id' | 'body.transferId';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** What a call is sent, once it was validated. */
interface Sent<Params, Body> {
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
  /** With the access `owner`, and only then. */
  readonly ownerOf: OwnerOf | undefined;
  /** Fields of the body: a call that names one of them is open to everybody. With the access `operator`, and only then. */
  readonly openWith: readonly string[];
  /** The lowest role that may call. With the access `operator`, and only then. */
  readonly role: OperatorRole | undefined;
  /** What an operator does by it, in words for the audit trail: as it was sent, valid or not. None where nothing changes. */
  readonly act: ((sent: Sent<unknown, unknown>) => string) | undefined;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  readonly status: number;
  /** The refusals to expect: those that follow from the access and the body, and those that are the call's own. */
  readonly errors: readonly ProblemCode[];
  /** True when sending it twice is the same as once: the typed client may then retry it. */
  readonly idempotent: boolean;
  /** Refused before others when there is too much to do: it begins something new. */
  readonly shedFirst: boolean;
  /** Largest accepted body in bytes. */
  readonly bodyLimit: number;
}

const nothing = z.undefined();
const noFields = z.object({});

/** Words for the audit trail, such as "Pay back"; of what was sent where that decides. */
export type Act<Params extends z.ZodType, Body extends z.ZodType> =
  | string
  | ((sent: Sent<z.infer<Params>, z.infer<Body>>) => string);

/** Defines a call: one value that validates on the server, types the client and writes the OpenAPI document. */
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
    | { access: 'owner'; ownerOf: OwnerOf; openWith?: undefined; act?: undefined; role?: undefined }
    | {
        access: 'operator';
        /** `staff` if not given. */
        role?: OperatorRole;
        method: 'GET';
        openWith?: undefined;
        ownerOf?: undefined;
        act?: undefined;
      }
    | {
        access: 'operator';
        role?: OperatorRole;
        method: Exclude<Method, 'GET'>;
        act: Act<Params, Body>;
        openWith?: readonly string[];
        ownerOf?: undefined;
      }
    | {
        access: Exclude<Access, 'owner' | 'operator'>;
        ownerOf?: undefined;
        openWith?: undefined;
        act?: undefined;
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
    openWith: route.openWith ?? [],
    role: route.access === 'operator' ? (route.role ?? 'staff') : undefined,
    act: route.act === undefined ? undefined : sayAct(route.act, route.summary, params, body),
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

/** What cannot be done as it was sent has the words of the summary. */
function sayAct<Params extends z.ZodType, Body extends z.ZodType>(
  act: Act<Params, Body>,
  summary: string,
  params: Params,
  body: Body,
) {
  if (typeof act === 'string') return () => act;
  return (sent: Sent<unknown, unknown>) => {
    const valid = { params: params.safeParse(sent.params), body: body.safeParse(sent.body) };
    return valid.params.success && valid.body.success
      ? act({ params: valid.params.data, body: valid.body.data })
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

/** The refusals that follow from what a call is: nobody has to name them, or can forget to. */
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
/** What a caller may send: query and body before defaults and transforms. */
export type QueryInputOf<R extends RouteDefinition> = z.input<R['query']>;
export type BodyInputOf<R extends RouteDefinition> = z.input<R['body']>;
export type ReplyOf<R extends RouteDefinition> = z.infer<R['reply']>;
