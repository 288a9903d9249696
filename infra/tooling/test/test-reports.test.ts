import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from '../run-program.ts';
import { addCounts, describeCounts, none, readPlaywrightReport, readVitestReport } from '../test-reports.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xrp-bridge-reports-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('test reports', () => {
  it('count Vitest tests, and a file that did not get to its tests as one failed', () => {
    const file = report({
      numPassedTests: 5,
      numFailedTests: 1,
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed', fullName: 'a', meta: {} }] },
        { status: 'failed', assertionResults: [{ status: 'failed', fullName: 'b', meta: {} }] },
        { status: 'failed', assertionResults: [] },
      ],
    });
    expect(readVitestReport(file)).toEqual({ passed: 5, failed: 2, skipped: [] });
  });

  it('count Playwright tests, with flaky ones and errors outside of tests as failed', () => {
    const skipped = (title: string, annotations: object[]) => ({ title, tests: [{ status: 'skipped', annotations }] });
    const file = report({
      stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
      errors: [{}],
      suites: [
        {
          specs: [skipped('prints', [{ type: 'skip', description: 'no printer' }])],
          suites: [
            { specs: [skipped('scans', [{ type: 'skip' }]), { title: 'pays', tests: [{ status: 'expected' }] }] },
          ],
        },
      ],
    });
    expect(readPlaywrightReport(file)).toEqual({
      passed: 4,
      failed: 3,
      skipped: [
        { test: 'prints', why: 'no printer' },
        { test: 'scans', why: 'no reason was given' },
      ],
    });
  });

  it('of Vitest carry the reasons of what was skipped', async () => {
    const file = join(folder, 'report.json');
    const root = fileURLToPath(new URL('../fixtures/skips', import.meta.url));
    const reporter = fileURLToPath(new URL('../vitest-json-reporter.ts', import.meta.url));
    const { code } = await runProgram('vitest', [
      'run',
      `--root=${root}`,
      `--reporter=${reporter}`,
      `--outputFile.json=${file}`,
    ]);
    expect(code).toBe(0);
    expect(readVitestReport(file)).toEqual({
      passed: 1,
      failed: 0,
      skipped: [
        { test: 'the office prints', why: 'no printer' },
        { test: 'the office scans', why: 'no reason was given' },
      ],
    });
  });

  it.each([
    ['missing', () => join(folder, 'nothing.json'), 'There is no report'],
    ['cut off', () => report('{"numPassedTests": 3'), 'cannot be read'],
    ['another format', () => report({}), 'has no'],
  ])('are refused when they are %s', (_, file, message) => {
    expect(() => readVitestReport(file())).toThrow(message);
    expect(() => readPlaywrightReport(file())).toThrow(message);
  });

  it('end in one line, after what was skipped and why', () => {
    const why = 'no Redis on this machine';
    const sum = addCounts(
      { passed: 1, failed: 2, skipped: [{ test: 'jobs', why }] },
      {
        passed: 10,
        failed: 20,
        skipped: [
          { test: 'the bus', why: 'no broker' },
          { test: 'broken jobs', why },
        ],
      },
    );
    expect(describeCounts(sum)).toBe(
      `Skipped: ${why}\n  jobs\n  broken jobs\nSkipped: no broker\n  the bus\n11 passed, 22 failed, 3 skipped`,
    );
    expect(describeCounts(none)).toBe('0 passed, 0 failed, 0 skipped');
  });
});
