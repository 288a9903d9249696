import { type Generated, type Kysely, sql, type Transaction } from 'kysely';
import type { Migrations } from '../db.ts';

/** The tables that every service has for events and jobs. */
export interface MessagingTables {
  outbox: { id: Generated<string>; envelope: string };
  outbox_job: { id: Generated<string>; job: string; delay_ms: number; at: Generated<Date> };
  sent_event: { id: Generated<string>; envelope: string; sent_at: Generated<Date> };
  queued_job: { id: string; job: string; due_at: Date; checked_at: Generated<Date> };
  bus_position: { partition: number; last_offset: string };
  bus_repeat: { last_id: string; end_id: string };
  inbox: { event_id: string; handled_at: Generated<Date> };
  dead_letter: {
    id: Generated<string>;
    event_id: string;
    envelope: string;
    reason: string;
    attempts: number;
    parked_at: Generated<Date>;
  };
  schedule: { name: string; paused: Generated<boolean>; last_ran_at: Date | null; due_since: Generated<Date> };
}

// biome-ignore lint/suspicious/noExplicitAny: each service has its own tables
export type AnyDatabase = Kysely<any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyTransaction = Transaction<any>;

/** These migrations sort before a service's own, even if added later: see `migrate` in db.ts. */
export const messagingMigrations: Migrations = {
  '0000_messaging': {
    async up(db) {
      // Rows live for milliseconds. Vacuum runs after a fixed number of changes, because reading the oldest rows would
      // become slow with many dead rows.
      await sql`
        create table outbox (
          id bigint generated always as identity primary key,
          envelope jsonb not null
        ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`.execute(db);
      // Jobs have a separate table, so that events do not wait for an unavailable queue, nor jobs for an unavailable
      // bus.
      await sql`
        create table outbox_job (
          id bigint generated always as identity primary key,
          job jsonb not null,
          delay_ms bigint not null,
          at timestamptz not null default now()
        ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`.execute(db);
      // Events that were sent to a bus outside the database, which may lose them. They have a separate table, so that
      // the outbox stays small.
      await sql`
        create table sent_event (
          id bigint generated always as identity primary key,
          envelope jsonb not null,
          sent_at timestamptz not null default now()
        )`.execute(db);
      await sql`create index sent_event_sent_at on sent_event using brin (sent_at)`.execute(db);
      await sql`
        create table inbox (
          event_id text primary key,
          handled_at timestamptz not null default now()
        )`.execute(db);
      await sql`create index inbox_handled_at on inbox using brin (handled_at)`.execute(db);
      await sql`
        create table dead_letter (
          id bigint generated always as identity primary key,
          event_id text not null unique,
          envelope jsonb not null,
          reason text not null,
          attempts int not null,
          parked_at timestamptz not null default now()
        )`.execute(db);
      // The state of schedules is stored here because the queue's data may be lost: a schedule that an operator has
      // paused must stay paused.
      await sql`
        create table schedule (
          name text primary key,
          paused boolean not null default false,
          last_ran_at timestamptz,
          due_since timestamptz not null default now()
        )`.execute(db);
    },
  },
  '0000_messaging_bus_position': {
    async up(db) {
      // Offset of the last batch that a bus outside the database has accepted. The offsets of a topic only ascend, so a
      // lower offset later shows that the bus has lost events.
      await sql`
        create table bus_position (
          partition int primary key,
          last_offset bigint not null
        )`.execute(db);
      // At most one row, which exists while the events of sent_event up to end_id are published again. Those up to
      // last_id are published.
      await sql`
        create table bus_repeat (
          last_id bigint not null,
          end_id bigint not null
        )`.execute(db);
    },
  },
  '0000_messaging_queued_job': {
    async up(db) {
      // Jobs that the queue has received and that have not ended. The queue may lose its data, and a backup does not
      // contain the queue.
      await sql`
        create table queued_job (
          id text primary key,
          job jsonb not null,
          due_at timestamptz not null,
          checked_at timestamptz not null default now()
        )`.execute(db);
      await sql`create index queued_job_checked_at on queued_job (checked_at)`.execute(db);
    },
  },
};
