import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository, runProgram } from '../run-program.ts';
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
  it('count Vitest tests, and a file that fails outside of its tests as one failed test', () => {
    const file = report({
      numPassedTests: 5,
      numFailedTests: 1,
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed', fullName: 'a', meta: {} }] },
        {
          status: 'failed',
          assertionResults: [
            { status: 'failed', fullName: 'b', meta: {}, failureMessages: ['\u001b[31mno paper\u001b[39m\n  at c'] },
          ],
        },
        { status: 'failed', name: 'ink.test.ts', message: '', assertionResults: [] },
        {
          status: 'failed',
          name: 'pen.test.ts',
          message: 'beforeAll found no pen',
          assertionResults: [{ status: 'skipped', fullName: 'd', meta: {} }],
        },
      ],
    });
    expect(readVitestReport(file)).toEqual({
      passed: 5,
      failed: [
        { test: 'b', why: 'no paper' },
        { test: 'ink.test.ts', why: 'no reason was given' },
        { test: 'pen.test.ts', why: 'beforeAll found no pen' },
      ],
      skipped: [{ test: 'd', why: 'no reason was given' }],
    });
  });

  it('count Playwright tests, with flaky tests and errors outside tests as failed', () => {
    const skipped = (title: string, annotations: object[]) => ({ title, tests: [{ status: 'skipped', annotations }] });
    const failed = (status: string, title: string, message: string) => ({
      title,
      tests: [{ status, results: [{ errors: [{ message }] }] }],
    });
    const file = report({
      stats: { expected: 4 },
      errors: [{ message: 'no power' }],
      suites: [
        {
          specs: [skipped('prints', [{ type: 'skip', description: 'no printer' }])],
          suites: [
            { specs: [skipped('scans', [{ type: 'skip' }]), { title: 'pays', tests: [{ status: 'expected' }] }] },
            { specs: [failed('unexpected', 'folds', 'torn'), failed('flaky', 'cuts', 'blunt')] },
          ],
        },
      ],
    });
    expect(readPlaywrightReport(file)).toEqual({
      passed: 4,
      failed: [
        { test: 'folds', why: 'torn' },
        { test: 'cuts', why: 'blunt' },
        { test: 'outside of the tests', why: 'no power' },
      ],
      skipped: [
        { test: 'prints', why: 'no printer' },
        { test: 'scans', why: 'no reason was given' },
      ],
    });
  });

  it('describe each error of a Playwright test by its call log and its place in the repository', () => {
    const code = ['  14 | test(', '> 15 |   await page.click()', '     |              ^', '  16 | });'];
    const calls = Array.from({ length: 20 }, (_, call) => `\u001b[2m  - attempt ${call}\u001b[22m`);
    const stack = [
      `    at choosePath (${repository}infra/e2e/fixtures.ts:3:59)`,
      `    at ${repository}flow.test.ts:5:86`,
    ];
    const errors = [
      { message: '\u001b[31mTest timeout of 3000ms exceeded.\u001b[39m' },
      { message: ['Error: locator.click: …', 'Call log:', ...calls, '', ...code, ...stack].join('\n') },
    ];
    const specs = [{ title: 'pays', tests: [{ status: 'unexpected', results: [{ errors }] }] }];
    const counts = readPlaywrightReport(report({ stats: { expected: 0 }, errors: [], suites: [{ specs }] }));
    expect(describeCounts(counts).split('\n')).toEqual([
      'Failed: Test timeout of 3000ms exceeded.',
      '    Error: locator.click: …',
      '    Call log:',
      ...Array.from({ length: 18 }, (_, call) => `      - attempt ${call}`),
      '        at choosePath (infra/e2e/fixtures.ts:3:59)',
      '        at flow.test.ts:5:86',
      '  pays',
      '0 passed, 1 failed, 0 skipped',
    ]);
  });

  it('read the reasons of skipped tests from Vitest', async () => {
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
      failed: [],
      skipped: [
        { test: 'the office prints', why: 'no printer' },
        { test: 'the office scans', why: 'no reason was given' },
      ],
    });
  });

  it.each([
    ['missing', () => join(folder, 'nothing.json'), 'There is no report'],
    ['cut off', () => report('{"numPassedTests": 3'), 'cannot be read'],
    ['in another format', () => report({}), 'has no'],
  ])('are refused if they are %s', (_, file, message) => {
    expect(() => readVitestReport(file())).toThrow(message);
    expect(() => readPlaywrightReport(file())).toThrow(message);
  });

  it('list skipped and failed tests by reason, and then a total in one line', () => {
    const why = 'no Redis on this machine';
    const sum = addCounts(
      { passed: 1, failed: [{ test: 'mail', why: 'no stamp' }], skipped: [{ test: 'jobs', why }] },
      {
        passed: 10,
        failed: [{ test: 'parcel', why: 'no stamp' }],
        skipped: [
          { test: 'the bus', why: 'no broker' },
          { test: 'broken jobs', why },
        ],
      },
    );
    expect(describeCounts(sum)).toBe(
      `Skipped: ${why}\n  jobs\n  broken jobs\nSkipped: no broker\n  the bus\nFailed: no stamp\n  mail\n  parcel\n11 passed, 2 failed, 3 skipped`,
    );
    expect(describeCounts(none)).toBe('0 passed, 0 failed, 0 skipped');
  });
});
