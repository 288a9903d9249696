import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CopiedSchema, describeSchema, enterSchema } from '@xrp-bridge/runtime/backup';
import { readSettings } from '@xrp-bridge/runtime/config';
import { version } from '@xrp-bridge/runtime/version';
import { type Copied, withTransactions } from './backup-databases.ts';
import { type Part, sandboxState, writeBackup } from './backup-file.ts';
import { type Databases, runCommand, withDatabaseUrls } from './command.ts';
import { backupSettings, type RunSettings, readRunSettings } from './settings.ts';
import { targets } from './targets.ts';

const usage = `npm run backup -- <file>

Writes all data of all services to a new file, encrypted if BACKUP_KEY is set. Needs the settings of the services, which
may be running.`;

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
  const [path, ...more] = process.argv.slice(2);
  if (!path || more.length > 0) throw new Error(usage);
  const run = readRunSettings(environment);
  const { BACKUP_KEY } = readSettings({ backup: backupSettings }, environment).backup;

  async function backUp({ urls, embedded }: Databases): Promise<void> {
    await withTransactions(urls, 'read', async (copied) => {
      const createdAt = new Date().toISOString();
      const schemas = await describe(copied);
      const state = await findSandboxState(embedded, run);
      async function* readParts(): AsyncGenerator<Part> {
        for (const { schema, role, copy } of copied) {
          await enterSchema(copy.tx, { schema, role });
          for (const table of schemas[schema]?.tables ?? []) yield [`${schema}.${table.name}`, copy.copyOut(table)];
        }
        if (state) yield [sandboxState, createReadStream(state)];
      }
      await writeBackup(path as string, BACKUP_KEY, { version, createdAt, schemas }, readParts());
    });
  }

  await withDatabaseUrls(environment, targets, backUp, { mayRun: true });
  console.log(`${path} is complete.`);
});
