import type { TestProject } from 'vitest/node';
import { startThrowawayPostgres } from '../postgres/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** Gives the whole test run one PostgreSQL, at TEST_DATABASE_URL; each test file makes its own database on it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? undefined : await startThrowawayPostgres();
  const databaseUrl = given ?? server?.url ?? '';
  process.env.TEST_DATABASE_URL = databaseUrl;
  project.provide('databaseUrl', databaseUrl);
  return server?.stop;
}
