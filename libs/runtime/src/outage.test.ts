import { describe, expect, it } from 'vitest';
import { isLostDatabase, isOutage } from './outage.ts';

function reply(message: string): Error {
  return Object.assign(new Error(message), { name: 'ReplyError' });
}

function coded(code: string): Error {
  return Object.assign(new Error('no'), { code });
}

describe('isOutage', () => {
  it.each([
    "OOM command not allowed when used memory > 'maxmemory'.",
    'MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.',
    'LOADING Redis is loading the dataset in memory',
    "READONLY You can't write against a read only replica.",
    "READONLY You can't write against a read only replica. script: 0d3ca, on @user_script:1.",
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
    'NOREPLICAS Not enough good replicas to write.',
    'CLUSTERDOWN The cluster is down',
    'TRYAGAIN Multiple keys request during rehashing of slot',
    'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
    'NOAUTH Authentication required.',
    'WRONGPASS invalid username-password pair or user is disabled.',
    "NOPERM User default has no permissions to run the 'set' command",
    "ERR Error running script (call to f_0d3c): @user_script:12: -OOM command not allowed when used memory > 'maxmemory'.",
  ])('is true for a Redis server that cannot work: %s', (message) => {
    expect(isOutage(new Error('cannot add the job', { cause: reply(message) }))).toBe(true);
  });

  it.each([
    'ERR wrong number of arguments',
    'WRONGTYPE Operation against a key holding the wrong kind of value',
    'ERR no BUSYness',
  ])('is false for Redis’s error about a wrong command: %s', (message) => {
    expect(isOutage(reply(message))).toBe(false);
  });

  it.each(['08006', '53100', '53200', '53300', '57P01', '57P03', '57014', '58030', '25006', '25P03', '28P01', '3D000'])(
    'is true for PostgreSQL’s code %s of an unavailable database',
    (code) => {
      expect(isOutage(coded(code))).toBe(true);
    },
  );

  it.each(['40001', '40P01', '55P03'])(
    'is true for PostgreSQL’s code %s of a conflict with other transactions',
    (code) => {
      expect(isOutage(coded(code))).toBe(true);
    },
  );

  it.each(['23505', '23502', '22P02', '42P01', '42501', '0A000'])(
    'is false for PostgreSQL’s code %s of a wrong statement',
    (code) => {
      expect(isOutage(coded(code))).toBe(false);
    },
  );

  it('is true for a Kafka broker that does not respond', () => {
    const refused = Object.assign(new Error('Connection error'), { name: 'KafkaJSConnectionError' });
    expect(isOutage(Object.assign(new Error('gave up'), { name: 'KafkaJSNumberOfRetriesExceeded' }))).toBe(true);
    expect(isOutage(new Error('no bus', { cause: refused }))).toBe(true);
  });

  it('is false for an error of our own code', () => {
    expect(isOutage(new Error('OOM is a word of three letters'))).toBe(false);
    expect(isOutage('ECONNREFUSED')).toBe(false);
  });
});

describe('isLostDatabase', () => {
  it.each(['08006', '57P01', '57P03', '28000', '3D000'])('is true for PostgreSQL’s code %s', (code) => {
    expect(isLostDatabase(new Error('job failed', { cause: coded(code) }))).toBe(true);
  });

  it('is true for a connection that ended', () => {
    expect(isLostDatabase(new Error('Connection terminated unexpectedly'))).toBe(true);
  });

  it.each(['40P01', '57014', '23505', 'ECONNREFUSED'])('is false for the code %s', (code) => {
    expect(isLostDatabase(coded(code))).toBe(false);
  });
});
