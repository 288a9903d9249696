import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { allMigrations } from '@xrp-bridge/runtime/service-definition';
import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { loadService, targets } from './targets.ts';

/**
 * Rules about style, and rules that the runtime fulfils.
 * A migration runs in one transaction, and `migrateService` sets `lock_timeout`.
 */
const excludedRules = [
  'prefer-robust-stmts',
  'require-timeout-settings',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
];

/** The only value that our migrations read is the schema of pg_trgm. */
class RecordingDriver extends DummyDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return Object.assign(connection, { executeQuery: async () => ({ rows: [{ schema: 'public' }] }) });
  }
}

/** Records the SQL of a migration without a database. */
export async function recordMigration(up: (db: Kysely<never>) => Promise<void>): Promise<string> {
  const statements: string[] = [];
  const db = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new RecordingDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(`${query.sql.trim()};`),
  });
  await up(db);
  return statements.join('\n');
}

/**
 * Lists the statements of migrations that would block or break the running version.
 * The rules are those of squawk (https://squawkhq.com/docs/rules).
 * @param migrations SQL by name
 */
export async function findUnsafeStatements(migrations: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'xrp-bridge-migrations-'));
  try {
    for (const [name, text] of Object.entries(migrations)) {
      const path = join(folder, `${name}.sql`);
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, `begin;\n${text}\ncommit;\n`);
    }
    const paths = Object.keys(migrations).map((name) => join(folder, `${name}.sql`));
    const options = ['--pg-version=18', '--reporter=gcc', `--exclude=${excludedRules.join(',')}`];
    await promisify(execFile)('squawk', [...options, ...paths]);
    return '';
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string };
    return stdout.replaceAll(`${folder}/`, '').trim() || message;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function recordAll(): Promise<Record<string, string>> {
  const recorded: Record<string, string> = {};
  for (const target of targets) {
    const migrations = allMigrations(await loadService[target]());
    for (const [name, { up }] of Object.entries(migrations)) recorded[`${target}/${name}`] = await recordMigration(up);
  }
  return recorded;
}

/** The lockfile contains squawk for Linux on x64, which CI has. */
export const hasSquawk = process.platform === 'linux' && process.arch === 'x64';

if (process.argv[1] === fileURLToPath(import.meta.url) && hasSquawk) {
  const problems = await findUnsafeStatements(await recordAll());
  if (problems) console.log(problems);
  process.exit(problems ? 1 : 0);
}
