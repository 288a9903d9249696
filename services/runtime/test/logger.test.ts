import { expect, it } from 'vitest';
import { createLogger } from '../src/logger.ts';

it('prints no credentials, contact data or addresses, at any usual depth', () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'info', name: 'a-service', to: { write: (line) => void lines.push(line) } });
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
