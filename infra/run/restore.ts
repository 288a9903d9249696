import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createTables, finishTables } from '@xrp-bridge/runtime/backup';
import { readSettings } from '@xrp-bridge/runtime/config';
import type { Migrations } from '@xrp-bridge/runtime/db';
import { migrateAll, migrationsBySchema } from '@xrp-bridge/runtime/migrate';
import { type Copied, withTransactions } from './backup-databases.ts';
import { type BackupReader, type Manifest, sandboxState, withBackup } from './backup-file.ts';
import { type Databases, runCommand, withDatabaseUrls } from './command.ts';
import { backupSettings } from './settings.ts';
import { loadService, targets } from './targets.ts';

const usage = `npm run restore -- <file>

Restores the data of a backup into an empty database. Needs the settings of the services, none of which may be running.`;

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

await runCommand(async (environment) => {
  const [path, ...more] = process.argv.slice(2);
  if (!path || more.length > 0) throw new Error(usage);
  const { BACKUP_KEY } = readSettings({ backup: backupSettings }, environment).backup;
  const manifest = await withBackup(path, BACKUP_KEY, verify);
  const services = await Promise.all(targets.map((target) => loadService[target]()));
  const migrations = migrationsBySchema(services);
  checkMigrations(manifest, migrations);

  async function restore({ urls, embedded }: Databases): Promise<void> {
    const missing = Object.keys(manifest.schemas).filter((schema) => !urls[schema]);
    if (missing.length > 0) throw new Error(`The settings name no database for: ${missing.join(', ')}.`);
    // With DATABASE_URL the sandbox stores no state.
    const state = embedded && join(embedded.dataDir, sandboxState);
    if (state && existsSync(state)) throw new Error(`${state} exists. Restore into a new DATA_DIR.`);
    const staged = state && `${state}.restored`;
    await withTransactions(urls, 'write', async (copied, transactions) => {
      const rows = await withBackup(path as string, BACKUP_KEY, (backup) => load(backup, copied, migrations, staged));
      for (const transaction of transactions) await transaction.commit();
      if (state && staged && sandboxState in rows) await rename(staged, state);
    }).finally(() => staged && rm(staged, { force: true }));
    await migrateAll(services, (part) => urls[part]);
  }

  await withDatabaseUrls(environment, targets, restore);
  console.log(`The data of ${manifest.createdAt} is restored. Start the services.`);
});
