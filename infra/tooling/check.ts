import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDependencies, listDependencyRules, type Violation } from './dependency-rules.ts';
import { endProgramsOnSignals, repository, runProgram } from './run-program.ts';

export interface CheckResult {
  name: string;
  passed: boolean;
}

/** Returns the problems as printable text; empty if there are no problems. */
type Check = () => Promise<string>;

const fixtures = join(repository, 'infra', 'tooling', 'fixtures', 'dependency-rules');

const checks: Record<string, Check> = {
  types: checkTypes,
  'lint and format': () => runCheck('biome', ['check', '--error-on-warnings', '.']),
  'dependency rules': checkDependencyRules,
  'regular expressions': () => runCheck(process.execPath, ['infra/tooling/slow-patterns.ts']),
  migrations: () => runCheck(process.execPath, ['infra/run/check-migrations.ts']),
  'container files': () => runCheck(process.execPath, ['infra/tooling/container-files.ts']),
  'discarded queries': () => runCheck(process.execPath, ['infra/tooling/discarded-queries.ts']),
  'supply chain': () => runCheck(process.execPath, ['infra/tooling/supply-chain.ts']),
  'plain English': () => runCheck(process.execPath, ['infra/tooling/plain-english.ts']),
  'shown words': () => runCheck(process.execPath, ['infra/tooling/shown-words.ts']),
  'unused code': () => runCheck('knip', ['--no-config-hints']),
  'generated files': () => runCheck(process.execPath, ['contracts/generate.ts', '--check']),
};

/** Runs all checks in parallel, because most of them use only one core, and prints their problems. */
export async function runChecks(): Promise<CheckResult[]> {
  const started = performance.now();
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const problems = (await check()).trim();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${problems ? '✗' : '✓'} ${name} (${seconds} s)`);
      if (problems) console.log(`\n${problems}\n`);
      return { name, passed: !problems };
    }),
  );
}

async function checkTypes(): Promise<string> {
  // The server code is one TypeScript project, because separate projects would each read the shared files again.
  const server = await runCheck('tsc', ['-p', '.']);
  const browser = await runCheck('tsc', ['-p', 'frontend']);
  return `${server}\n${browser}`;
}

async function checkDependencyRules(): Promise<string> {
  const { modules, violations } = await checkDependencies(repository);
  const problems = violations.map(describe);
  if (modules.length === 0) problems.push('No module was found: the parser does not work.');
  for (const rule of await listDependencyRules()) {
    const broken = join(fixtures, rule);
    if (!existsSync(broken)) problems.push(`${rule} has no tree in ${fixtures} that breaks it.`);
    else if (!(await checkDependencies(broken)).violations.some((violation) => violation.rule === rule)) {
      problems.push(`${rule} does not fire in ${broken}.`);
    }
  }
  return problems.join('\n');
}

function describe({ rule, from, to, comment }: Violation): string {
  return `${rule}: ${from} → ${to}${comment ? `\n    ${comment}` : ''}`;
}

async function runCheck(command: string, args: string[]): Promise<string> {
  const { code, output } = await runProgram(command, args);
  return code === 0 ? '' : output || `${command} ended with ${code}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  endProgramsOnSignals();
  const results = await runChecks();
  const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
  console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nAll checks passed');
  process.exit(failed.length > 0 ? 1 : 0);
}
