export { type Call, handle, handleRaw, type RouteHandler } from './calls.ts';
export {
  type BaseSettings,
  baseSettings,
  type Environment,
  readSettings,
  statementNameOf,
} from './config.ts';
export { beginWork } from './current-call.ts';
export type { Database, Migrations, Tx } from './db.ts';
export { ConfigError, invalidInput, ProblemError } from './errors.ts';
export {
  allow,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type Guard,
  type Guards,
} from './http.ts';
export type { ServiceClient } from './http-client.ts';
export { defineJob, type JobHandler, type JobRun, PermanentFailure, type Schedule, work } from './job.ts';
export type { Logger } from './logger.ts';
export type { EventHandler } from './messaging/inbox.ts';
export { insertEvents, insertEventsOf } from './messaging/outbox.ts';
export type { MessagingTables } from './messaging/tables.ts';
export { isOutage } from './outage.ts';
export type { ReportOutcome } from './providers.ts';
export type { Queues } from './queue.ts';
export { isThere, observeParts, type Readiness } from './readiness.ts';
export { openRedis } from './redis.ts';
export type { Retention } from './retention.ts';
export { type RunningService, startService } from './service.ts';
export { defineService, type EdgeContext, on, type ServiceContext } from './service-definition.ts';
export { continueTrace, readTraceparent } from './tracing.ts';
