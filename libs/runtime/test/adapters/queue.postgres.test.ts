import { queueSuite } from './queue.suite.ts';
import { scheduleSuite } from './schedule.suite.ts';

queueSuite('PostgreSQL');
scheduleSuite('PostgreSQL');
