import { describe, inject, it } from 'vitest';
import type {} from '../../../../infra/tooling/vitest-adapters-setup.ts';
import { busSuite } from './bus.suite.ts';

const brokers = inject('kafkaBrokers');

if (brokers) busSuite('Apache Kafka', { brokers: () => brokers.split(',') });
else describe('the bus on Apache Kafka', () => it.skip('has no broker on this machine', () => {}));
