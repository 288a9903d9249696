import { createHmac, randomBytes } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import { type BffSettings, rateLimitsOn } from '../config.ts';
import type { Tables } from '../tables.ts';

/** Distinguishes visitors within one day, without identifying them. */
export interface Visitors {
  hashOf(request: FastifyRequest): Promise<string>;
}

/** Returns the visitor whose payments are limited; undefined while rate limits are off. */
export async function findPayingVisitor(
  { settings, visitors }: { settings: BffSettings; visitors: Visitors },
  request: FastifyRequest,
): Promise<string | undefined> {
  return rateLimitsOn(settings) ? visitors.hashOf(request) : undefined;
}

const prefix = 'visitors ';

/**
 * Hashes the caller's IP address with a secret that is replaced each day.
 * Once the secret is deleted, nothing links a hash to an address. The hash leaves out the user agent, because a caller
 * could change the user agent to count as many visitors.
 */
export function createVisitors(db: Kysely<Tables>, clock: () => Date): Visitors {
  let current: { day: string; secret: Promise<Buffer> } | undefined;

  async function readSecret(name: string): Promise<Buffer> {
    await db.deleteFrom('secret').where('name', 'like', `${prefix}%`).where('name', '<', name).execute();
    await db
      .insertInto('secret')
      .values({ name, value: randomBytes(32) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirstOrThrow();
    return value;
  }

  return {
    async hashOf(request) {
      const day = clock().toISOString().slice(0, 10);
      if (current?.day !== day) {
        current = { day, secret: readSecret(prefix + day) };
        current.secret.catch(() => {
          current = undefined;
        });
      }
      // The address is normalized, because one IPv6 customer can use every address of a /64.
      return createHmac('sha256', await current.secret)
        .update(normalizeIP(request.ip))
        .digest('base64url');
    },
  };
}
