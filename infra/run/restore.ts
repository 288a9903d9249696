import { pipeline } from 'node:stream/promises';
import { createTables, finishTables } from '@xrp-bridge/runtime/backup';
import type { Migrations } from '@xrp-bridge/runtime/db';
import { migrateAll, migrationsBySchema } from '@xrp-bridge/runtime/migrate';
import { type Copied, withTransactions } from './backup-databases.ts';
import { type BackupReader, type Manifest, withBackup } from './backup-file.ts';
import { runCommand, withDatabaseUrls } from './command.ts';
import { loadService, targets } from './targets.ts';

const usage = `npm run restore -- <file>

Restores the data of a backup into an empty database. Needs the settings of the services, none of which may be running.`;

/** Lists the names of the parts of a backup, in their order. */
function listParts({ schemas }: Manifest): string[] {
  return Object.entries(schemas).flatMap(([schema, { tables }]) => tables.map(({ name }) => `${schema}.${name}`));
}

/** Reads a whole backup, and returns its manifest. */
async function verify(backup: BackupReader): Promise<Manifest> {
  for (const part of listParts(backup.manifest)) for await (const _ of backup.read(part));
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

/** Inserts all rows of a backup. Does not commit. */
async function load(backup: BackupReader, copied: readonly Copied[], migrations: Record<string, Migrations>) {
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
  const rows = await backup.end();
  for (const [part, count] of Object.entries(counts)) {
    if (rows[part] !== count) throw new Error(`${part} has ${count} rows, but the backup has ${rows[part]}.`);
  }
}

await runCommand(async (environment) => {
  const [path, ...more] = process.argv.slice(2);
  if (!path || more.length > 0) throw new Error(usage);
  const manifest = await withBackup(path, verify);
  const services = await Promise.all(targets.map((target) => loadService[target]()));
  const migrations = migrationsBySchema(services);
  checkMigrations(manifest, migrations);
  await withDatabaseUrls(environment, targets, async (urls) => {
    const missing = Object.keys(manifest.schemas).filter((schema) => !urls[schema]);
    if (missing.length > 0) throw new Error(`The settings name no database for: ${missing.join(', ')}.`);
    await withTransactions(urls, 'write', async (copied, transactions) => {
      await withBackup(path, (backup) => load(backup, copied, migrations));
      for (const transaction of transactions) await transaction.commit();
    });
    await migrateAll(services, (part) => urls[part]);
  });
  console.log(`The data of ${manifest.createdAt} is restored. Start the services.`);
});
