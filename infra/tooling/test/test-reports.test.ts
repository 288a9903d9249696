import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addCounts, describeCounts, readPlaywrightReport, readVitestReport } from '../test-reports.ts';

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
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: 'passed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [] },
      ],
    });
    expect(readVitestReport(file)).toEqual({ passed: 5, failed: 2, skipped: 3 });
  });

  it('count Playwright tests, with flaky ones and errors outside of tests as failed', () => {
    const file = report({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] });
    expect(readPlaywrightReport(file)).toEqual({ passed: 4, failed: 3, skipped: 2 });
  });

  it.each([
    ['missing', () => join(folder, 'nothing.json'), 'There is no report'],
    ['cut off', () => report('{"numPassedTests": 3'), 'cannot be read'],
    ['another format', () => report({}), 'has no'],
  ])('are refused when they are %s', (_, file, message) => {
    expect(() => readVitestReport(file())).toThrow(message);
    expect(() => readPlaywrightReport(file())).toThrow(message);
  });

  it('end in one line', () => {
    const sum = addCounts({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 });
    expect(describeCounts(sum)).toBe('11 passed, 22 failed, 33 skipped');
  });
});
