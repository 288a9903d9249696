import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CopiedSchema, describeSchema, enterSchema } from '@xrp-bridge/runtime/backup';
import { readSettings } from '@xrp-bridge/runtime/config';
import { version } from '@xrp-bridge/runtime/version';
import { type Copied, withTransactions } from './backup-databases.ts';
import { type Part, sandboxState, writeBackup } from './backup-file.ts';
import { type Databases, runCommand, withDatabaseUrls } from './command.ts';
import { backupSettings, type RunSettings, readRunSettings } from './settings.ts';
import { targets } from './targets.ts';

const usage = `npm run backup -- <file>
npm run backup -- --tombstones <file>

Writes all data of all services to a new file, encrypted if BACKUP_KEY is set. With --tombstones, writes only what was
deleted, and replaces the file. Needs the settings of the services, which may be running.`;

/** Describes all schemas. @throws Error for a schema without tables */
async function describe(copied: readonly Copied[]): Promise<Record<string, CopiedSchema>> {
  const schemas: Record<string, CopiedSchema> = {};
  for (const { schema, role, copy } of copied) {
    await enterSchema(copy.tx, { schema, role });
    schemas[schema] = await describeSchema(copy.tx, schema);
    if (schemas[schema].tables.length === 0) throw new Error(`There is nothing to back up: ${schema} has no tables.`);
  }
  return schemas;
}

/** Leaves out everything but the tables `tombstone`. */
function selectTombstones(schemas: Record<string, CopiedSchema>): Record<string, CopiedSchema> {
  const selected: Record<string, CopiedSchema> = {};
  for (const [schema, { migrations, tables }] of Object.entries(schemas)) {
    const tombstones = tables.filter(({ name }) => name === 'tombstone');
    if (tombstones.length > 0) selected[schema] = { migrations, tables: tombstones, partitions: [], sequences: [] };
  }
  return selected;
}

/**
 * Returns the path of the sandbox's state; null if there is none.
 * Must be called after the snapshot of the database, which then contains no id that the state lacks.
 * @throws Error if the product is running, but its sandbox does not respond
 */
async function findSandboxState(embedded: Databases['embedded'], run: RunSettings): Promise<string | null> {
  if (!embedded || run.MODE === 'production') return null;
  const path = join(embedded.dataDir, sandboxState);
  if (embedded.inUse) {
    const host = ['0.0.0.0', '::'].includes(run.HOST) ? '127.0.0.1' : run.HOST;
    const url = `http://${host}:${run.SANDBOX_PORT}/_sandbox/save`;
    const isSaved = await fetch(url, { method: 'POST' })
      .then(({ ok }) => ok)
      .catch(() => false);
    if (!isSaved && existsSync(path)) throw new Error(`${url} does not respond. Set the same PORT as for npm start.`);
  }
  return existsSync(path) ? path : null;
}

await runCommand(async (environment) => {
  const { values, positionals } = parseArgs({ options: { tombstones: { type: 'string' } }, allowPositionals: true });
  const [path = values.tombstones, ...more] = positionals;
  if (!path || more.length > 0 || (values.tombstones && positionals.length > 0)) throw new Error(usage);
  const onlyTombstones = values.tombstones !== undefined;
  const run = readRunSettings(environment);
  const { BACKUP_KEY } = readSettings({ backup: backupSettings }, environment).backup;

  async function backUp({ urls, embedded }: Databases): Promise<void> {
    await withTransactions(urls, 'read', async (copied) => {
      const createdAt = new Date().toISOString();
      const described = await describe(copied);
      const schemas = onlyTombstones ? selectTombstones(described) : described;
      const state = onlyTombstones ? null : await findSandboxState(embedded, run);
      async function* readParts(): AsyncGenerator<Part> {
        for (const { schema, role, copy } of copied) {
          await enterSchema(copy.tx, { schema, role });
          for (const table of schemas[schema]?.tables ?? []) yield [`${schema}.${table.name}`, copy.copyOut(table)];
        }
        if (state) yield [sandboxState, createReadStream(state)];
      }
      const manifest = { version, createdAt, schemas };
      await writeBackup(path as string, BACKUP_KEY, manifest, readParts(), { replace: onlyTombstones });
    });
  }

  await withDatabaseUrls(environment, targets, backUp, { mayRun: true });
  console.log(`${path} is complete.`);
});
