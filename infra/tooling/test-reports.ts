import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { repository } from './run-program.ts';

export interface Counts {
  passed: number;
  failed: Remark[];
  skipped: Remark[];
}

/** A failed or skipped test, and the reason. */
export interface Remark {
  test: string;
  /** One line or more. */
  why: string;
}

export const none: Counts = { passed: 0, failed: [], skipped: [] };

export function addCounts(...all: Counts[]): Counts {
  return all.reduce(
    (sum, counts) => ({
      passed: sum.passed + counts.passed,
      failed: [...sum.failed, ...counts.failed],
      skipped: [...sum.skipped, ...counts.skipped],
    }),
    none,
  );
}

/**
 * Formats the result of a test run: skipped and failed tests by reason, and then the counts in the
 * last line.
 */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  const counts = `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`;
  return [...describe('Skipped', skipped), ...describe('Failed', failed), counts].join('\n');
}

function describe(what: string, remarks: Remark[]): string[] {
  const byReason = [...Map.groupBy(remarks, ({ why }) => why)];
  return byReason.flatMap(([why, tests]) => [
    `${what}: ${why.replaceAll('\n', '\n    ')}`,
    ...tests.map(({ test }) => `  ${test}`),
  ]);
}

const unexplained = 'no reason was given';

/**
 * Counts the tests in a report of our JSON reporter for Vitest.
 * A file that failed outside of its tests, for example in `beforeAll`, counts as one failed test.
 *
 * @throws Error if the report is missing or has another format
 */
export function readVitestReport(file: string): Counts {
  const report = readJson(file);
  const files = arrayOf(report, 'testResults', file) as unknown as VitestFile[];
  const broken = files.filter(
    ({ status, assertionResults = [] }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const tests = files.flatMap(({ assertionResults }) => assertionResults ?? []);
  return {
    passed: numberOf(report, 'numPassedTests', file),
    failed: [
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({ test: fullName, why: firstLine(failureMessages?.[0]) })),
      ...broken.map(({ name, message }) => ({ test: name ?? file, why: firstLine(message) })),
    ],
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName, meta }) => ({ test: fullName, why: meta?.skipNote ?? unexplained })),
  };
}

/**
 * Counts the tests in a report of Playwright's JSON reporter.
 * A test that passed on a retry counts as failed, and so does an error outside of the tests.
 *
 * @throws Error if the report is missing or has another format
 */
export function readPlaywrightReport(file: string): Counts {
  const report = readJson(file);
  const stats = objectOf(report, 'stats', file);
  const suites = arrayOf(report, 'suites', file) as unknown as PlaywrightSuite[];
  return {
    passed: numberOf(stats, 'expected', file),
    failed: [
      ...listTests(suites)
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ title, results }) => ({ test: title, why: describeErrors(results?.[0]?.errors) })),
      ...arrayOf(report, 'errors', file).map(({ message }) => ({
        test: 'outside of the tests',
        why: firstLine(message),
      })),
    ],
    skipped: listTests(suites)
      .filter(({ status }) => status === 'skipped')
      .map(({ title, annotations }) => ({
        test: title,
        why: annotations?.find(({ description }) => description)?.description ?? unexplained,
      })),
  };
}

interface VitestFile {
  name?: string;
  status: string;
  message?: string;
  assertionResults?: { fullName: string; status: string; failureMessages?: string[]; meta?: { skipNote?: string } }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: PlaywrightTest[];
  }[];
}

interface PlaywrightTest {
  status: string;
  annotations?: { type: string; description?: string }[];
  results?: { errors?: { message?: string }[] }[];
}

function listTests(suites: PlaywrightSuite[]): (PlaywrightTest & { title: string })[] {
  return suites.flatMap(({ suites: inner = [], specs }) => [
    ...specs.flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test }))),
    ...listTests(inner),
  ]);
}

/** Returns the first line of a message, without colours. */
function firstLine(message: unknown): string {
  return linesOf(message)[0] ?? unexplained;
}

const codeFrame = /^[\s>]*\d* \|/;
const stackFrame = /^\s+at .*:\d+:\d+\)?$/;

/**
 * Returns the beginning of each error's message and of its stack, without the code frame.
 * When a test times out, the first error names only the timeout, and a later error names the action
 * that was waiting.
 */
function describeErrors(errors: { message?: string }[] = []): string {
  const all = errors.flatMap(({ message }) => {
    const lines = linesOf(message).filter((line) => !codeFrame.test(line));
    const isStack = (line: string) => stackFrame.test(line);
    return [...lines.filter((line) => !isStack(line)).slice(0, 20), ...lines.filter(isStack).slice(0, 4)];
  });
  return all.join('\n').replaceAll(repository, '') || unexplained;
}

function linesOf(message: unknown): string[] {
  const text = typeof message === 'string' ? stripVTControlCharacters(message) : '';
  return text.split('\n').filter((line) => line.trim());
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
