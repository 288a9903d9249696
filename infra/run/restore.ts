import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createTables, enterSchema, finishTables, insertTombstones } from '@xrp-bridge/runtime/backup';
import { readSettings } from '@xrp-bridge/runtime/config';
import type { Migrations } from '@xrp-bridge/runtime/db';
import { messagingRetention } from '@xrp-bridge/runtime/messaging/retention';
import { migrateAll, migrationsBySchema } from '@xrp-bridge/runtime/migrate';
import { deleteAllExpired } from '@xrp-bridge/runtime/retention';
import type { Tombstones } from '@xrp-bridge/runtime/tombstones';
import { type Copied, databaseOf, withTransactions } from './backup-databases.ts';
import { type BackupReader, type Manifest, sandboxState, withBackup } from './backup-file.ts';
import { type Databases, runCommand, withDatabaseUrls } from './command.ts';
import { backupSettings, databaseSettingOf } from './settings.ts';
import { loadService, targets } from './targets.ts';

const usage = `npm run restore -- <file> [--tombstones <file>]

Restores the data of a backup into an empty database. Deletes again what a newer file says was deleted: a backup, or a
file of npm run backup -- --tombstones. Needs the settings of the services, none of which may be running.`;

// A job or an event that ended after the backup would not be repeated.
const nextOnKafka = `Next, unless Kafka and Redis are new: empty them, by npm run topics -- --empty and redis-cli flushdb.
Then start the services.`;

/** Lists the names of the parts of a backup, in their order. */
function listParts({ schemas }: Manifest): string[] {
  return Object.entries(schemas).flatMap(([schema, { tables }]) => tables.map(({ name }) => `${schema}.${name}`));
}

/** Reads a whole backup, and returns its manifest. */
async function verify(backup: BackupReader): Promise<Manifest> {
  for (const part of [...listParts(backup.manifest), sandboxState]) for await (const _ of backup.read(part));
  await backup.end();
  return backup.manifest;
}

/** @throws Error if a backup has migrations that this version does not have */
function checkMigrations({ schemas, version }: Manifest, migrations: Record<string, Migrations>): void {
  for (const [schema, { migrations: recorded }] of Object.entries(schemas)) {
    const unknown = recorded.find((name) => !(name in (migrations[schema] ?? {})));
    if (!unknown) continue;
    throw new Error(
      `The backup was made by version ${version}, which changed the schema ${schema} (${unknown}) in a way that this ` +
        'version does not know. Install that version.',
    );
  }
}

/**
 * Inserts all rows of a backup, without a commit, and writes the sandbox's state to `stateFile`.
 * @returns the number of rows of each part
 */
async function load(
  backup: BackupReader,
  copied: readonly Copied[],
  migrations: Record<string, Migrations>,
  stateFile: string | null,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [schema, contents] of Object.entries(backup.manifest.schemas)) {
    const { role, copy } = copied.find((one) => one.schema === schema) as Copied;
    const all = migrations[schema] as Migrations;
    await createTables(copy.tx, { schema, role }, contents, all);
    for (const table of contents.tables) {
      const part = `${schema}.${table.name}`;
      const into = copy.copyIn(table);
      await pipeline(backup.read(part), into);
      counts[part] = into.rowCount;
    }
    await finishTables(copy.tx, schema, contents, all);
  }
  if (stateFile) await pipeline(backup.read(sandboxState), createWriteStream(stateFile, { mode: 0o600, flush: true }));
  else for await (const _ of backup.read(sandboxState));
  const rows = await backup.end();
  for (const [part, count] of Object.entries(counts)) {
    if (rows[part] !== count) throw new Error(`${part} has ${count} rows, but the backup has ${rows[part]}.`);
  }
  return rows;
}

/** Inserts the tombstones that the restored tables lack. @returns their ids of deleted rows, by schema */
async function loadTombstones(backup: BackupReader, copied: readonly Copied[]): Promise<Map<string, Tombstones>> {
  const deleted = new Map<string, Tombstones>();
  for (const [schema, { tables }] of Object.entries(backup.manifest.schemas)) {
    for (const { name, columns } of tables) {
      const rows = backup.read(`${schema}.${name}`);
      if (name !== 'tombstone') for await (const _ of rows);
      else {
        const { role, copy } = copied.find((one) => one.schema === schema) as Copied;
        const insert = (table: string) => pipeline(rows, copy.copyIn({ name: table, columns }));
        deleted.set(schema, await insertTombstones(copy.tx, { schema, role }, insert));
      }
    }
  }
  for await (const _ of backup.read(sandboxState));
  await backup.end();
  return deleted;
}

await runCommand(async (environment) => {
  const { values, positionals } = parseArgs({ options: { tombstones: { type: 'string' } }, allowPositionals: true });
  const [path, ...more] = positionals;
  if (!path || more.length > 0) throw new Error(usage);
  const { BACKUP_KEY } = readSettings({ backup: backupSettings }, environment).backup;
  const manifest = await withBackup(path, BACKUP_KEY, verify);
  const services = await Promise.all(targets.map((target) => loadService[target]()));
  const migrations = migrationsBySchema(services);
  checkMigrations(manifest, migrations);
  if (targets.some((target) => !manifest.schemas[target]))
    throw new Error(`${path} is not a whole backup.\n\n${usage}`);
  const newer = values.tombstones;
  if (newer) checkMigrations(await withBackup(newer, BACKUP_KEY, verify), migrations);

  async function restore({ urls, embedded }: Databases): Promise<void> {
    const missing = Object.keys(manifest.schemas).filter((schema) => !urls[schema]);
    if (missing.length > 0) throw new Error(`Set DATABASE_URL, or ${missing.map(databaseSettingOf).join(', ')}.`);
    // With DATABASE_URL the sandbox stores no state.
    const state = embedded && join(embedded.dataDir, sandboxState);
    if (state && existsSync(state)) throw new Error(`${state} exists. Restore into a new DATA_DIR.`);
    const staged = state && `${state}.restored`;
    await withTransactions(urls, 'write', async (copied, transactions) => {
      const rows = await withBackup(path as string, BACKUP_KEY, (backup) => load(backup, copied, migrations, staged));
      const deleted = newer
        ? await withBackup(newer, BACKUP_KEY, (backup) => loadTombstones(backup, copied))
        : new Map<string, Tombstones>();
      for (const { schema, role, copy } of copied) {
        const service = services.find(({ name }) => name === schema);
        await enterSchema(copy.tx, { schema, role });
        await service?.afterRestore?.(copy.tx, deleted.get(schema) ?? {}, new Date());
        if (service) await deleteAllExpired(copy.tx, { ...messagingRetention, ...service.retention });
      }
      for (const transaction of transactions) await transaction.commit();
      if (state && staged && sandboxState in rows) await rename(staged, state);
    }).finally(() => staged && rm(staged, { force: true }));
    await migrateAll(services, (part) => urls[part]);
    const where = embedded ? [embedded.dataDir] : [...new Set(Object.values(urls).map(databaseOf))];
    console.log(`The data of ${manifest.createdAt} is restored in ${where.join(', ')}.`);
    console.log(environment.KAFKA_BROKERS ? nextOnKafka : 'Next: start the product.');
  }

  await withDatabaseUrls(environment, targets, restore);
});
