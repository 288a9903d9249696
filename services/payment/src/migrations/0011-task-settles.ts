import { type Kysely, sql } from 'kysely';

/** A refund settles a task only once so much of its payment is refunded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task add column settles_at_cents integer`.execute(db);
  await sql`
    update task set settles_at_cents = payment.amount_cents from payment
    where payment.id = task.payment_id and task.kind in ('refund_request', 'refund_failed', 'unlocks_nothing')`.execute(
    db,
  );
}
