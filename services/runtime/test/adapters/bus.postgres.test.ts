import { busSuite } from './bus.suite.ts';

busSuite('PostgreSQL');
