import { createTombstones } from '@xrp-bridge/runtime/tombstones';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTombstones(db);
  const triggers = {
    contact_deleted: `delete on contact for each row execute function insert_tombstone('contact', 'id')`,
    contact_replaced: `update of email on contact for each row
      when (old.email is not null and old.email is distinct from new.email)
      execute function insert_tombstone('contact', 'id')`,
    newsletter_deleted: `delete on newsletter for each row execute function insert_tombstone('newsletter', 'id')`,
    newsletter_moved: `update of contact_id on newsletter for each row when (old.contact_id <> new.contact_id)
      execute function insert_tombstone('newsletter', 'id')`,
    newsletter_market_ended: `update of market on newsletter for each row when (old.market and not new.market)
      execute function insert_tombstone('newsletter market', 'id')`,
    newsletter_alerts_ended: `update of alerts on newsletter for each row when (old.alerts and not new.alerts)
      execute function insert_tombstone('newsletter alerts', 'id')`,
    subscription_stopped: `update of stopped_at on subscription for each row
      when (old.stopped_at is null and new.stopped_at is not null)
      execute function insert_tombstone('subscription', 'contact_id')`,
    push_subscription_deleted: `delete on push_subscription for each row
      execute function insert_tombstone('push_subscription', 'id')`,
    concierge_moved: `update of contact_id on concierge for each row
      when (old.contact_id is not null and old.contact_id is distinct from new.contact_id)
      execute function insert_tombstone('concierge', 'order_id')`,
  };
  for (const [name, event] of Object.entries(triggers)) {
    await sql`create trigger ${sql.id(name)} after ${sql.raw(event)}`.execute(db);
  }
}
