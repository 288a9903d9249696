import type { BodyOf } from '@xrp-bridge/contracts/define';
import {
  type AlertKind,
  type AlertWay,
  type alertApi,
  alertKinds,
  type OperatorAlerts,
} from '@xrp-bridge/contracts/operator-alerts';
import type { Tx } from '@xrp-bridge/runtime';
import { type Selectable, sql } from 'kysely';
import type { Alert } from './domain/operator-alert.ts';
import type { Db, Tables } from './tables.ts';

/** The key of a delivery: an alert, an operator, and e-mail or webhook. */
export interface DeliveryKey {
  alertId: string;
  operatorId: string;
  way: AlertWay;
}

type Choice = Selectable<Tables['operator_choice']>;
export type AlertChoices = BodyOf<typeof alertApi.save>;

/**
 * Upserts an operator's choices.
 * A changed address has no outcome yet. A replaced or deleted address is not stored as confirmed any more.
 */
export async function upsertChoices(db: Db, operatorId: string, choices: AlertChoices): Promise<void> {
  const { email, webhookUrl, kinds } = choices;
  const unlessChanged = (way: AlertWay, column: string) => {
    const address = sql.ref(way === 'email' ? 'email' : 'webhook_url');
    const [old, changed] = [sql`c.${address}`, sql`excluded.${address}`];
    return sql`${sql.ref(`${way}_${column}`)} = case when ${old} is not distinct from ${changed} then c.${sql.ref(`${way}_${column}`)} end`;
  };
  const outcomes = (['email', 'webhook'] as const).flatMap((way) =>
    ['sent_at', 'failed_at', 'failure'].map((column) => unlessChanged(way, column)),
  );
  await sql`
    insert into operator_choice as c (operator_id, email, webhook_url, kinds)
    values (${operatorId}, ${email}, ${webhookUrl}, ${kinds}::text[])
    on conflict (operator_id) do update set
      email = excluded.email, webhook_url = excluded.webhook_url, kinds = excluded.kinds,
      confirmed_email = case when c.confirmed_email = excluded.email then c.confirmed_email end,
      ${sql.join(outcomes)}`.execute(db);
}

/** Updates the hash of the confirmation link, so that only the last link is valid. */
export async function updateConfirmation(db: Db, operatorId: string, hash: Buffer, expiresAt: Date): Promise<void> {
  await db
    .updateTable('operator_choice')
    .set({ confirmation_hash: hash, confirmation_expires_at: expiresAt })
    .where('operator_id', '=', operatorId)
    .execute();
}

/**
 * Confirms an address by its link, once.
 * @returns false unless the link is the last one sent to the address, and has not expired
 */
export async function confirmEmail(
  db: Db,
  operatorId: string,
  { email, hash }: { email: string; hash: Buffer },
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('operator_choice')
    .set({ confirmed_email: email, confirmation_hash: null, confirmation_expires_at: null })
    .where('operator_id', '=', operatorId)
    .where('email', '=', email)
    .where('confirmation_hash', '=', hash)
    .where('confirmation_expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteChoices(db: Db, operatorId: string): Promise<void> {
  await db.deleteFrom('operator_choice').where('operator_id', '=', operatorId).execute();
}

/** Deletes the choices of all operators except these. */
export async function deleteOtherChoices(tx: Tx<Tables>, operatorIds: readonly string[]): Promise<void> {
  await sql`delete from operator_choice where operator_id <> all (${operatorIds}::text[])`.execute(tx);
}

/** Lists the facts of the alerts of a kind, newest first. */
export async function listAlertFacts<Facts>(
  db: Db,
  kind: AlertKind,
  { since, limit }: { since?: Date; limit?: number },
): Promise<Facts[]> {
  const rows = await db
    .selectFrom('operator_alert')
    .select('facts')
    .where('kind', '=', kind)
    .$if(since !== undefined, (these) => these.where('created_at', '>', since as Date))
    .orderBy('created_at', 'desc')
    .$if(limit !== undefined, (these) => these.limit(limit as number))
    .execute();
  return rows.map(({ facts }) => facts as Facts);
}

export async function findChoices(db: Db, operatorId: string): Promise<Choice | null> {
  const row = db.selectFrom('operator_choice').selectAll().where('operator_id', '=', operatorId);
  return (await row.executeTakeFirst()) ?? null;
}

export function isConfirmed({ email, confirmed_email }: Pick<Choice, 'email' | 'confirmed_email'>): boolean {
  return email !== null && email === confirmed_email;
}

/** Returns an operator's choices; all kinds and no address before the first choice. */
export async function readAlerts(db: Db, operatorId: string): Promise<OperatorAlerts> {
  const row = await findChoices(db, operatorId);
  const outcome = (way: AlertWay) => ({
    sentAt: row?.[`${way}_sent_at`]?.toISOString() ?? null,
    failedAt: row?.[`${way}_failed_at`]?.toISOString() ?? null,
    failure: row?.[`${way}_failure`] ?? null,
  });
  return {
    email: row?.email ?? null,
    emailConfirmed: row ? isConfirmed(row) : false,
    webhookUrl: row?.webhook_url ?? null,
    kinds: row?.kinds ?? [...alertKinds],
    deliveries: { email: outcome('email'), webhook: outcome('webhook') },
  };
}

/** Inserts an alert. @returns false if an alert with the same cause exists */
export async function insertAlert(tx: Tx<Tables>, { id, kind, facts }: Alert, now: Date): Promise<boolean> {
  const result = await sql`
    insert into operator_alert (id, kind, facts, created_at) values (${id}, ${kind}, ${JSON.stringify(facts)}, ${now})
    on conflict (id) do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Inserts a delivery for each confirmed address and webhook of operators who chose the kind. */
export async function insertDeliveries(tx: Tx<Tables>, alertId: string, dueAt: Date): Promise<DeliveryKey[]> {
  const { rows } = await sql<DeliveryKey>`
    insert into operator_delivery (alert_id, operator_id, way, due_at)
    select a.id, c.operator_id, w.way, ${dueAt}
    from operator_alert a
    join operator_choice c on a.kind = any (c.kinds)
    cross join lateral (values ('email', c.email), ('webhook', c.webhook_url)) w (way, address)
    where a.id = ${alertId} and w.address is not null and (w.way = 'webhook' or c.email = c.confirmed_email)
    returning alert_id as "alertId", operator_id as "operatorId", way`.execute(tx);
  return rows;
}

/** Returns unsent deliveries whose due time has passed, and updates their next due time. */
export async function takeOverdueDeliveries(
  tx: Tx<Tables>,
  now: Date,
  nextDueAt: Date,
  limit: number,
): Promise<(DeliveryKey & { runs: number })[]> {
  const { rows } = await sql<DeliveryKey & { runs: number }>`
    update operator_delivery set runs = runs + 1, due_at = ${nextDueAt}
    where (alert_id, operator_id, way) in (
      select alert_id, operator_id, way from operator_delivery where sent_at is null and due_at <= ${now}
      order by due_at limit ${limit} for update skip locked
    )
    returning alert_id as "alertId", operator_id as "operatorId", way, runs`.execute(tx);
  return rows;
}

/**
 * Returns an undelivered alert with the current address.
 * @returns null if the alert was delivered, or its address was deleted or is not confirmed
 */
export async function findUndelivered(
  db: Db,
  { alertId, operatorId, way }: DeliveryKey,
): Promise<{ alert: Alert; address: string } | null> {
  const row = await db
    .selectFrom('operator_delivery as d')
    .innerJoin('operator_alert as a', 'a.id', 'd.alert_id')
    .innerJoin('operator_choice as c', 'c.operator_id', 'd.operator_id')
    .select(['a.id', 'a.kind', 'a.facts', 'c.email', 'c.confirmed_email', 'c.webhook_url'])
    .where('d.alert_id', '=', alertId)
    .where('d.operator_id', '=', operatorId)
    .where('d.way', '=', way)
    .where('d.sent_at', 'is', null)
    .executeTakeFirst();
  if (!row || (way === 'email' && !isConfirmed(row))) return null;
  const address = way === 'email' ? row.email : row.webhook_url;
  if (!address) return null;
  return { alert: { id: row.id, kind: row.kind, facts: row.facts } as Alert, address };
}

/**
 * Updates when a delivery was sent, or when it is due next.
 * @param change `due_at` is null once the delivery is given up
 */
export async function updateDelivery(
  db: Db,
  { alertId, operatorId, way }: DeliveryKey,
  change: { sent_at: Date } | { due_at: Date | null },
): Promise<void> {
  await db
    .updateTable('operator_delivery')
    .set(change)
    .where('alert_id', '=', alertId)
    .where('operator_id', '=', operatorId)
    .where('way', '=', way)
    .execute();
}

/** Updates the outcome of the last delivery to an address. @param failure null after a success */
export async function updateOutcome(
  db: Db,
  { operatorId, way, address }: { operatorId: string; way: AlertWay; address: string },
  failure: string | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('operator_choice')
    .set(
      failure === null
        ? { [`${way}_sent_at`]: now, [`${way}_failed_at`]: null, [`${way}_failure`]: null }
        : { [`${way}_failed_at`]: now, [`${way}_failure`]: failure },
    )
    .where('operator_id', '=', operatorId)
    // The operator may have entered another address since this delivery began.
    .where(way === 'email' ? 'email' : 'webhook_url', '=', address)
    .execute();
}
