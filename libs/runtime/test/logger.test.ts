import { expect, it } from 'vitest';
import { createLogger } from '../src/logger.ts';

function collectLogs() {
  const lines: string[] = [];
  return {
    lines,
    log: createLogger({ level: 'info', name: 'a-service', to: { write: (line) => void lines.push(line) } }),
  };
}

it('the log contains no credentials, contact data or addresses, at any usual depth', () => {
  const { lines, log } = collectLogs();
  log.info(
    {
      email: 'ada@example.com',
      request: { headers: { authorization: 'Bearer abc', cookie: 'owner=abc' }, url: '/api/transfer' },
      intent: { client_secret: 'pi_secret', amount: 400 },
      transfer: { destinationAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' },
    },
    'read',
  );
  expect(JSON.parse(lines.join(''))).toEqual({
    level: 30,
    time: expect.any(Number),
    name: 'a-service',
    msg: 'read',
    email: '[redacted]',
    request: { headers: { authorization: '[redacted]', cookie: '[redacted]' }, url: '/api/transfer' },
    intent: { client_secret: '[redacted]', amount: 400 },
    transfer: { destinationAddress: '[redacted]' },
  });
});

it('the log contains PostgreSQL’s error without the row that the error quotes', () => {
  const { lines, log } = collectLogs();
  const error = Object.assign(new Error('new row for relation "contact" violates check constraint "reason"'), {
    code: '23514',
    detail: 'Failing row contains (7, ada@example.com).',
    where: "unnamed portal parameter $1 = 'ada@example.com'",
  });
  log.child({ service: 'notification' }).error({ err: error }, 'request failed');
  expect(JSON.parse(lines.join(''))).toMatchObject({ err: { code: '23514', message: error.message } });
  expect(lines.join('')).not.toContain('ada@example.com');
});
