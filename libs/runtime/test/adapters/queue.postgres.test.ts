import { queueSuite } from './queue.suite.ts';

queueSuite('PostgreSQL');
