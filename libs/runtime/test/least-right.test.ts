import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { provideRole, withOwner } from '../src/db.ts';
import { defineService } from '../src/service-definition.ts';
import { createTestDatabase, type TestDatabase, type TestService, testService } from '../src/testing.ts';
import { unique } from './adapters/bus.harness.ts';

function defineShop(name: string) {
  return defineService({
    name,
    kind: 'internal',
    settings: z.object({}),
    migrations: {
      '0001_till': {
        up: async (db: Kysely<unknown>) => {
          await sql`create table till (cents int not null)`.execute(db);
          await sql`insert into till values (400)`.execute(db);
        },
      },
    },
    context: (base) => base,
  });
}

// Roles belong to the cluster, so their names must be unique to this test.
const [own, other] = [unique('own').replace('-', '_'), unique('other').replace('-', '_')];
let database: TestDatabase;
let services: TestService<{ db: Kysely<unknown> }>[];

beforeAll(async () => {
  database = await createTestDatabase();
  services = await Promise.all([own, other].map((name) => testService(defineShop(name), { database })));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await database?.drop();
});

/** Runs statements on one connection of a service. @returns the server's last result or error */
async function attempt(...statements: string[]): Promise<string> {
  const { db } = (services[0] as (typeof services)[number]).context;
  return await db.connection().execute(async (connection) => {
    let answer = '';
    for (const statement of statements) {
      answer = await sql
        .raw(statement)
        .execute(connection)
        .then(
          ({ rows }) => JSON.stringify(rows),
          (error) => String(error.message),
        );
    }
    return answer;
  });
}

describe('a service’s database role', () => {
  it('can read its own tables', async () => {
    expect(await attempt('select cents from till')).toBe('[{"cents":400}]');
  });

  it.each([
    ['in a new session', 'select 1'],
    ['after set role none', 'set role none'],
    ['after reset role', 'reset role'],
    ['after set session authorization default', 'set session authorization default'],
    ['after set role to the other service', `set role xrp_bridge_${other}`],
    ['after set session authorization to the other service', `set session authorization xrp_bridge_${other}`],
    ['after set role to the administrator', 'set role postgres'],
    ['after set role to the bus', 'set role xrp_bridge_bus'],
  ])('cannot read another service’s tables %s', async (_how, before) => {
    for (const table of [`${other}.till`, `${other}.outbox`, `${other}_jobs.bullmq_job`, 'bus.cursor', 'pg_authid']) {
      expect(await attempt(before, `select * from ${table}`)).toMatch(/permission denied/);
    }
  });

  it('cannot create schemas, roles or databases', async () => {
    for (const statement of [
      'create schema more',
      'create role more',
      'create database more',
      'create table public.more ()',
    ]) {
      expect(await attempt(statement)).toMatch(/permission denied/);
    }
  });

  it('can insert and read events of the bus, and cannot change or delete them', async () => {
    expect(await attempt('select count(*)::int as n from bus.event where false')).toBe('[{"n":0}]');
    expect(await attempt('delete from bus.event')).toMatch(/permission denied/);
    expect(await attempt('update bus.event set type = null')).toMatch(/permission denied/);
  });
});

describe('provideRole', () => {
  const connectsAs = (url: string) =>
    withOwner(url, async (db) => {
      const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db);
      return rows[0]?.name;
    });
  const asAdmin = (statement: string) => withOwner(database.url, (db) => sql.raw(statement).execute(db));

  it('derives a password that reveals neither the administrator’s nor another role’s password', async () => {
    const urls = await Promise.all([own, other].map((name) => provideRole(database.url, name)));
    const passwords = [database.url, ...urls].map((url) => new URL(url).password);
    expect(new Set(passwords).size).toBe(3);
    for (const password of passwords.slice(1)) expect(password).toMatch(/^[0-9a-f]{64}$/);
  });

  it('enables the login of an existing role that has NOLOGIN or another password', async () => {
    for (const earlier of ['nologin', "login password 'another'"]) {
      const name = unique('earlier').replace('-', '_');
      await asAdmin(`create role xrp_bridge_${name} ${earlier}`);
      expect(await connectsAs(await provideRole(database.url, name))).toBe(`xrp_bridge_${name}`);
    }
  });

  it('creates a role once for concurrent callers', async () => {
    const name = unique('many').replace('-', '_');
    const urls = await Promise.all(Array.from({ length: 8 }, () => provideRole(database.url, name)));
    expect(new Set(urls).size).toBe(1);
    expect(await connectsAs(urls[0] as string)).toBe(`xrp_bridge_${name}`);
  });

  it('creates the role and the search extension without a superuser', async () => {
    const name = unique('admin').replace('-', '_');
    await asAdmin('drop extension pg_trgm');
    await asAdmin(`create role ${name} login createrole password 'a-password'`);
    await asAdmin(`grant create on database "${new URL(database.url).pathname.slice(1)}" to ${name}`);
    const url = Object.assign(new URL(database.url), { username: name, password: 'a-password' }).href;
    expect(await connectsAs(await provideRole(url, `${name}_shop`))).toBe(`xrp_bridge_${name}_shop`);
    expect(await asAdmin("select extname from pg_extension where extname = 'pg_trgm'")).toMatchObject({
      rows: [{ extname: 'pg_trgm' }],
    });
  });

  it('returns the given URL if its role may not create roles', async () => {
    const name = unique('plain').replace('-', '_');
    await asAdmin(`create role ${name} login password 'a-password'`);
    const url = Object.assign(new URL(database.url), { username: name, password: 'a-password' }).href;
    expect(await provideRole(url, `${name}_shop`)).toBe(url);
    const trusted = new URL(database.url.replace(/:[^:@]+@/, '@')).href;
    expect(await provideRole(trusted, `${name}_shop`)).toBe(trusted);
  });
});
