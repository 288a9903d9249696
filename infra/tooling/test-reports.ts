import { readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(...all: Counts[]): Counts {
  return all.reduce(
    (sum, counts) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + counts.failed,
      skipped: sum.skipped + counts.skipped,
    }),
    none,
  );
}

/** The last line of a test run. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Counts the tests in a report of Vitest's JSON reporter. A file that failed before its first test counts as one
 * failed test.
 *
 * @throws when the report is missing or no such report
 */
export function readVitestReport(file: string): Counts {
  const report = readJson(file);
  const files = arrayOf(report, 'testResults', file);
  const broken = files.filter(
    ({ status, assertionResults }) => status === 'failed' && isEmpty(assertionResults),
  ).length;
  return {
    passed: numberOf(report, 'numPassedTests', file),
    failed: numberOf(report, 'numFailedTests', file) + broken,
    skipped: numberOf(report, 'numPendingTests', file) + numberOf(report, 'numTodoTests', file),
  };
}

/**
 * Counts the tests in a report of Playwright's JSON reporter. A test that passed only when repeated is a failed one,
 * as is an error outside of the tests.
 *
 * @throws when the report is missing or no such report
 */
export function readPlaywrightReport(file: string): Counts {
  const report = readJson(file);
  const stats = objectOf(report, 'stats', file);
  return {
    passed: numberOf(stats, 'expected', file),
    failed:
      numberOf(stats, 'unexpected', file) + numberOf(stats, 'flaky', file) + arrayOf(report, 'errors', file).length,
    skipped: numberOf(stats, 'skipped', file),
  };
}

type Json = Record<string, unknown>;

function readJson(file: string): Json {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`There is no report ${file}.`, { cause });
  }
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new Error(`The report ${file} cannot be read.`, { cause });
  }
}

function numberOf(object: Json, key: string, file: string): number {
  const value = object[key];
  if (typeof value === 'number') return value;
  throw new Error(`The report ${file} has no number "${key}".`);
}

function objectOf(object: Json, key: string, file: string): Json {
  const value = object[key];
  if (typeof value === 'object' && value !== null) return value as Json;
  throw new Error(`The report ${file} has no "${key}".`);
}

function arrayOf(object: Json, key: string, file: string): Json[] {
  const value = object[key];
  if (Array.isArray(value)) return value;
  throw new Error(`The report ${file} has no list "${key}".`);
}

function isEmpty(value: unknown): boolean {
  return !Array.isArray(value) || value.length === 0;
}
