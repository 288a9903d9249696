import { createHmac, randomBytes } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Tells one visitor from another for a day, and nobody who they are. */
export interface Visitors {
  hashOf(request: FastifyRequest): Promise<string>;
}

const prefix = 'visitors ';

/**
 * A visitor is an address, hashed with a secret of the day: with the secret goes whatever could tell whose hash it was.
 * The address is not kept. What a browser calls itself is the caller's to choose, and makes nobody another visitor.
 */
export function createVisitors(db: Kysely<Tables>, clock: () => Date): Visitors {
  let known: { day: string; secret: Promise<Buffer> } | undefined;

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
      if (known?.day !== day) {
        known = { day, secret: readSecret(prefix + day) };
        known.secret.catch(() => {
          known = undefined;
        });
      }
      // Whoever has an IPv6 address has as many as they like within one /64.
      return createHmac('sha256', await known.secret)
        .update(normalizeIP(request.ip))
        .digest('base64url');
    },
  };
}
