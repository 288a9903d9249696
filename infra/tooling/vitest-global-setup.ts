import type { TestProject } from 'vitest/node';
import { startThrowawayPostgres } from '../postgres/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/**
 * Provides one PostgreSQL for the whole test run, at TEST_DATABASE_URL.
 * Each test file creates its own database there.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? undefined : await startThrowawayPostgres();
  const databaseUrl = given ?? server?.url ?? '';
  process.env.TEST_DATABASE_URL = databaseUrl;
  project.provide('databaseUrl', databaseUrl);
  return server?.stop;
}
