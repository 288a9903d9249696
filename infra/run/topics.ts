import { parseArgs } from 'node:util';
import { serviceNames } from '@xrp-bridge/contracts/services';
import { provideTopics } from '@xrp-bridge/runtime/bus/kafka-topics';
import { kafkaSettings, readSettings, topicSettingsOf } from '@xrp-bridge/runtime/config';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { runCommand } from './command.ts';

// npm run topics: creates the topics of all services in Kafka, applies the retention, and prints the topics and what
// differs from the settings. The services do the same when they start. With --grow, it also adds partitions. With --empty,
// it first deletes the topics and the services' positions in them.

await runCommand(async (environment) => {
  const { values } = parseArgs({ options: { grow: { type: 'boolean' }, empty: { type: 'boolean' } } });
  const { kafka } = readSettings({ kafka: kafkaSettings }, environment);
  if (!kafka.KAFKA_BROKERS) throw new Error('KAFKA_BROKERS is missing. The bus inside PostgreSQL has no topics.');
  const topics = await provideTopics({
    brokers: kafka.KAFKA_BROKERS,
    contexts: serviceNames,
    settings: topicSettingsOf(kafka),
    ...values,
    log: createLogger({ level: 'warn', to: process.stderr }),
  });
  for (const { name, partitions, copies, retentionDays, differences } of topics) {
    console.log(`${name}: partitions ${partitions}, copies ${copies}, days ${retentionDays}`);
    for (const difference of differences) console.log(`  ${difference}`);
  }
});
