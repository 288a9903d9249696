import { readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
  skipped: Skip[];
}

/** A test that could not run here. */
export interface Skip {
  test: string;
  why: string;
}

export const none: Counts = { passed: 0, failed: 0, skipped: [] };

export function addCounts(...all: Counts[]): Counts {
  return all.reduce(
    (sum, counts) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + counts.failed,
      skipped: [...sum.skipped, ...counts.skipped],
    }),
    none,
  );
}

/** The end of a test run: what was skipped for which reason, and the counts as the last line. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  const reasons = [...Map.groupBy(skipped, ({ why }) => why)].flatMap(([why, skips]) => [
    `Skipped: ${why}`,
    ...skips.map(({ test }) => `  ${test}`),
  ]);
  return [...reasons, `${passed} passed, ${failed} failed, ${skipped.length} skipped`].join('\n');
}

const unexplained = 'no reason was given';

/**
 * Counts the tests in a report of our JSON reporter for Vitest. A file that failed before its first test counts as one
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
    skipped: files
      .flatMap(({ assertionResults }) => (isEmpty(assertionResults) ? [] : (assertionResults as VitestResult[])))
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName, meta }) => ({ test: fullName, why: meta?.skipNote ?? unexplained })),
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
  const suites = arrayOf(report, 'suites', file) as unknown as PlaywrightSuite[];
  return {
    passed: numberOf(stats, 'expected', file),
    failed:
      numberOf(stats, 'unexpected', file) + numberOf(stats, 'flaky', file) + arrayOf(report, 'errors', file).length,
    skipped: suites.flatMap(listSkips),
  };
}

interface VitestResult {
  fullName: string;
  status: string;
  meta?: { skipNote?: string };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: { status: string; annotations: { type: string; description?: string }[] }[];
  }[];
}

function listSkips({ suites = [], specs }: PlaywrightSuite): Skip[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({
        test: title,
        why: annotations.find(({ description }) => description)?.description ?? unexplained,
      })),
  );
  return [...own, ...suites.flatMap(listSkips)];
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
