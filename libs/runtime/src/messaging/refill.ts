import type { CloudEvent } from '@xrp-bridge/contracts/define';
import type { Bus } from '../bus/port.ts';
import type { AnyDatabase } from './tables.ts';

const pageSize = 500;

/**
 * Sends again what a service has sent since then, for a bus that has lost it: to receivers that had it already it is
 * the same event, which their inbox knows. What is sent for the first time meanwhile may come before it.
 *
 * @returns how many events there were
 */
export async function refillBus(options: { db: AnyDatabase; bus: Bus; source: string; since: Date }): Promise<number> {
  const { db, bus, source, since } = options;
  let sent = 0;
  for (let last = '0'; ; ) {
    const rows: { id: string; envelope: CloudEvent }[] = await db
      .selectFrom('sent_event')
      .select(['id', 'envelope'])
      .where('sent_at', '>=', since)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    const end = rows.at(-1);
    if (!end) return sent;
    await bus.publish(
      source,
      rows.map(({ envelope }) => envelope),
    );
    last = end.id;
    sent += rows.length;
  }
}
