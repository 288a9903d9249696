import { type logCreator, logLevel } from 'kafkajs';
import type { Logger } from '../logger.ts';

// kafkajs reports as errors what belongs to ordinary work. What is known to be harmless goes to debug; nothing else does.
const ordinary = [
  // A broker's answer "not now" (group is rebalancing, coordinator still loading): kafkajs acts on it and tries again,
  // and reports separately when it gives up.
  /^\[?Connection\]? Response /,
  // Members come and go.
  /^\[Runner\] The group is rebalancing/,
  // Asked for by us: the outbox tries again, and a failed producer is thrown away (see kafka.ts).
  /Limiting retries for the idempotent producer/,
];

/** Sends kafkajs's log to ours, one level lower: our code logs the errors that it receives. */
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
