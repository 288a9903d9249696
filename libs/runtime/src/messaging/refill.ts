import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { sql } from 'kysely';
import type { Bus } from '../bus/port.ts';
import type { AnyDatabase } from './tables.ts';

const pageSize = 500;

/**
 * Publishes a service's sent events again, after the bus has lost them.
 * Returns their number.
 * A receiver's inbox ignores the events that it has already handled. New events may be published before the old ones.
 */
export async function refillBus(options: { db: AnyDatabase; bus: Bus; source: string; since: Date }): Promise<number> {
  const { db, bus, source, since } = options;
  let sent = 0;
  for (let last = '0'; ; ) {
    const { rows } = await sql<{ id: string; envelope: CloudEvent }>`
      select id, envelope from sent_event where sent_at >= ${since} and id > ${last}
      order by id limit ${pageSize}`.execute(db);
    const end = rows.at(-1);
    if (!end) return sent;
    const events = rows.map(({ envelope }) => envelope);
    await bus.publish(source, events);
    last = end.id;
    sent += rows.length;
  }
}
