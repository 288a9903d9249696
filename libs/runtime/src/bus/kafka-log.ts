import { type logCreator, logLevel } from 'kafkajs';
import type { Logger } from '../logger.ts';

// kafkajs logs normal events as errors. Messages that are known to be harmless are logged at debug level.
const ordinary = [
  // The broker refuses a request for the moment (the group is rebalancing, or the coordinator is loading). kafkajs
  // retries, and logs another message when it gives up.
  /^\[?Connection\]? Response /,
  // This message appears whenever a member joins or leaves the group.
  /^\[Runner\] The group is rebalancing/,
  // We limit the retries on purpose: the outbox retries, and a failed producer is replaced (see kafka.ts).
  /Limiting retries for the idempotent producer/,
];

/** Forwards kafkajs's log to our logger, one level lower. Our code logs the errors that it receives. */
export function kafkaLog(log: Logger): logCreator {
  return () =>
    ({ level, namespace, log: { message, timestamp: _, logger: __, ...facts } }) => {
      const text = message.startsWith('[') ? message : `[${namespace}] ${message}`;
      if (level === logLevel.DEBUG || ordinary.some((pattern) => pattern.test(text))) log.debug(facts, `kafka ${text}`);
      else if (level === logLevel.ERROR) log.warn(facts, `kafka ${text}`);
      else if (level === logLevel.WARN) log.info(facts, `kafka ${text}`);
      else log.debug(facts, `kafka ${text}`);
    };
}
