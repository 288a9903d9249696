import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findJourneys, listChangedFiles } from './changed.ts';
import { runChecks } from './check.ts';
import { hasDocker } from './docker.ts';
import { installWithApt, isRootWithApt, provideBrowser } from './find-browser.ts';
import { findOnPath } from './find-on-path.ts';
import { findLeftBehind } from './left-behind.ts';
import { endProgramsOnSignals, repository, runProgram } from './run-program.ts';
import {
  addCounts,
  type Counts,
  describeCounts,
  none,
  readPlaywrightReport,
  readVitestReport,
} from './test-reports.ts';

// npm test runs every part; npm test -- unit runs only the named parts. With --changed, each part runs only the tests
// of changes since main (`changed.ts`). `npm run e2e -- --pictures` takes pictures of the screens, into pictures/,
// instead of running the journeys. `npm run e2e -- --distributed` runs the journeys on one process for each service, with
// Kafka and Redis.
const parts: Record<string, () => Promise<Counts>> = {
  check: countChecks,
  unit: runVitest,
  bundle: measureBundle,
  e2e: runJourneys,
};

const failed = (test: string, why: string): Counts => ({ ...none, failed: [{ test, why }] });
const reports = join(repository, '.reports');

const pictures = process.argv.includes('--pictures');
const changed = process.argv.includes('--changed') ? await listChangedFiles() : undefined;
const distributed = process.argv.includes('--distributed');
const flags = ['--pictures', '--changed', '--distributed'];
const selected = process.argv.slice(2).filter((argument) => !flags.includes(argument));
const unknown = selected.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
endProgramsOnSignals();
const mark = markProcesses();
process.exit(await runParts(selected.length > 0 ? selected : Object.keys(parts)));

/**
 * Marks all processes of this run: child processes inherit an environment variable and write their
 * files to one folder.
 */
function markProcesses(): { variable: string; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'xrp-bridge-tests-'));
  chmodSync(folder, 0o1777); // PostgreSQL runs as another user and also writes files there.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const id = randomUUID();
  Object.assign(process.env, { TMPDIR: folder, XRP_BRIDGE_TEST_RUN: id });
  return { variable: `XRP_BRIDGE_TEST_RUN=${id}`, folder };
}

async function runParts(names: string[]): Promise<number> {
  rmSync(reports, { recursive: true, force: true });
  let total = none;
  if (names.some((name) => name !== 'check')) total = addCounts(total, await prepare());
  for (const name of names) {
    console.log(`\n── ${name}`);
    total = addCounts(total, await countOrFail(name));
  }
  const left = await findLeftBehind(mark);
  for (const { pid, command } of left) {
    console.error(`Left behind: process ${pid}: ${command.slice(0, 200)}`);
    process.kill(pid, 'SIGKILL');
  }
  if (left.length > 0) total = addCounts(total, failed('processes', 'left behind'));
  console.log(`\n${describeCounts(total)}`);
  return total.failed.length === 0 && (total.passed > 0 || changed) ? 0 : 1;
}

/** Runs a part. A part without tests or with an unreadable report counts as failed. */
async function countOrFail(name: string): Promise<Counts> {
  try {
    const counts = await parts[name]?.();
    if (counts && (changed || counts.passed + counts.failed.length > 0)) return counts;
    return failed(name, 'ran no tests');
  } catch (error) {
    return failed(name, String(error));
  }
}

/** Prepares what the tests need: a browser, Redis, promtool, the built web application. */
async function prepare(): Promise<Counts> {
  try {
    const browser = await provideBrowser();
    process.env.CHROMIUM_PATH = browser.path;
    // Without these variables, Chromium also writes to the home folder.
    Object.assign(process.env, { XDG_CONFIG_HOME: mark.folder, XDG_CACHE_HOME: mark.folder });
    console.log(`Browser: ${browser.path} (${browser.origin})`);
    if (!process.env.REDIS_URL && !(await hasDocker())) await provideProgram('redis-server', 'redis-server');
    await provideProgram('promtool', 'prometheus');
    const build = await runProgram('turbo', ['run', 'build', '--output-logs=errors-only']);
    if (build.code === 0) return none;
    console.error(build.output);
    return failed('build', 'see above');
  } catch (error) {
    return failed('what the tests need', String(error));
  }
}

/** Installs a missing program with apt if this user may. Otherwise, its tests are skipped. */
async function provideProgram(program: string, aptPackage: string): Promise<void> {
  if (findOnPath(program) || !isRootWithApt()) return;
  const problem = await installWithApt(aptPackage);
  console.log(`${program}: ${problem ? `apt could not install it. ${problem.trim()}` : 'installed with apt just now'}`);
}

async function countChecks(): Promise<Counts> {
  const results = await runChecks();
  const wrong = results.filter(({ passed }) => !passed);
  return {
    passed: results.length - wrong.length,
    failed: wrong.map(({ name }) => ({ test: `check: ${name}`, why: 'see above' })),
    skipped: [],
  };
}

async function runVitest(): Promise<Counts> {
  const report = join(reports, 'vitest.json');
  const reporters = [
    '--reporter=default',
    '--reporter=./infra/tooling/vitest-json-reporter.ts',
    `--outputFile.json=${report}`,
  ];
  const which = changed ? [`--changed=${changed.since}`, '--passWithNoTests'] : [];
  const { code } = await runProgram('vitest', ['run', ...reporters, ...which], { show: true });
  return withExitCode(readVitestReport(report), code, 'vitest');
}

/** Measures the built pages as one test, which fails if a route exceeds its limit. */
async function measureBundle(): Promise<Counts> {
  if (changed && !changed.files.some((file) => /^(frontend|contracts)\/|^package-lock\.json$/.test(file))) return none;
  const { code } = await runProgram(process.execPath, ['frontend/measure-bundle.ts'], { show: true });
  return code === 0 ? { ...none, passed: 1 } : failed('bundle', 'see above');
}

async function runJourneys(): Promise<Counts> {
  const report = join(reports, 'e2e.json');
  const journeys = changed && findJourneys(changed.files);
  if (journeys?.length === 0) {
    console.log('No journey runs what was changed.');
    return none;
  }
  const files = journeys?.map((name) => `tests/${name}.test.ts`) ?? [];
  const args = ['test', '--config', 'infra/e2e/playwright.config.ts', ...files];
  // Without this folder, Playwright caches compiled files in the temporary folder.
  const cache = join(repository, 'node_modules/.cache/playwright');
  const env = {
    ...process.env,
    E2E_REPORT: report,
    PWTEST_CACHE_DIR: cache,
    ...(pictures ? { E2E_PICTURES: '1' } : {}),
    ...(distributed ? { E2E_DISTRIBUTED: '1' } : {}),
  };
  const { code } = await runProgram('playwright', args, { show: true, env });
  return withExitCode(readPlaywrightReport(report), code, 'playwright');
}

/**
 * Adds a failure if the runner failed although no test did: only the exit code reports errors outside
 * of tests.
 */
function withExitCode(counts: Counts, code: number, runner: string): Counts {
  if (code === 0 || counts.failed.length > 0) return counts;
  return addCounts(counts, failed(runner, `ended with ${code} although no test failed`));
}
