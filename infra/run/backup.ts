import { readFile } from 'node:fs/promises';
import { type CopiedSchema, describeSchema, enterSchema } from '@xrp-bridge/runtime/backup';
import { type Copied, withTransactions } from './backup-databases.ts';
import { type Part, writeBackup } from './backup-file.ts';
import { runCommand, withDatabaseUrls } from './command.ts';
import { targets } from './targets.ts';

const usage = `npm run backup -- <file>

Writes all data of all services to a new file. Needs the settings of the services, which may be running.`;

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

async function* readParts(copied: readonly Copied[], schemas: Record<string, CopiedSchema>): AsyncGenerator<Part> {
  for (const { schema, role, copy } of copied) {
    await enterSchema(copy.tx, { schema, role });
    for (const table of schemas[schema]?.tables ?? []) yield [`${schema}.${table.name}`, copy.copyOut(table)];
  }
}

await runCommand(async (environment) => {
  const [path, ...more] = process.argv.slice(2);
  if (!path || more.length > 0) throw new Error(usage);
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  await withDatabaseUrls(environment, targets, (urls) =>
    withTransactions(urls, 'read', async (copied) => {
      const createdAt = new Date().toISOString();
      const schemas = await describe(copied);
      await writeBackup(path, { version, createdAt, schemas }, readParts(copied, schemas));
    }),
  );
  console.log(`${path} is complete.`);
});
