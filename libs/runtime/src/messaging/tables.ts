import { type Generated, type Kysely, sql, type Transaction } from 'kysely';
import type { Migrations } from '../db.ts';

/** The tables of every service for its events and jobs. */
export interface MessagingTables {
  outbox: { id: Generated<string>; envelope: string };
  outbox_job: { id: Generated<string>; job: string; delay_ms: number; at: Generated<Date> };
  sent_event: { id: Generated<string>; envelope: string; sent_at: Generated<Date> };
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

// biome-ignore lint/suspicious/noExplicitAny: messaging works beside whatever tables the service has
export type AnyDatabase = Kysely<any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyTransaction = Transaction<any>;

/** They sort before a service's own migrations, also those that come later: see `migrate` in db.ts. */
export const messagingMigrations: Migrations = {
  '0000_messaging': {
    async up(db) {
      // Rows live for milliseconds: vacuum by count, or the dead ones pile up in front of the living.
      await sql`
        create table outbox (
          id bigint generated always as identity primary key,
          envelope jsonb not null
        ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`.execute(db);
      // Apart from the events: a queue that is away holds up no event, and a bus that is away no job.
      await sql`
        create table outbox_job (
          id bigint generated always as identity primary key,
          job jsonb not null,
          delay_ms bigint not null,
          at timestamptz not null default now()
        ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`.execute(db);
      // The events that a bus outside the database has, in case it loses them. Not in the outbox, which stays small.
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
      // Beside the queue, which may be lost: what an operator has paused stays so.
      await sql`
        create table schedule (
          name text primary key,
          paused boolean not null default false,
          last_ran_at timestamptz,
          due_since timestamptz not null default now()
        )`.execute(db);
    },
  },
};
