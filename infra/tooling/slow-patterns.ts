import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@swc/core';
import { check } from 'recheck';
import { repository } from './run-program.ts';

// The native version is faster, but its process keeps running after this process has ended.
process.env.RECHECK_BACKEND = 'pure';

/** Files whose regular expressions may run on untrusted input. */
const sources = [
  'contracts/src/**/*.ts',
  '{libs,services}/*/src/**/*.ts',
  'bff/src/**/*.ts',
  'frontend/src/**/*.{ts,tsx}',
];

/** Returns true for tests, and for the reading age, whose patterns run only on our own texts in tests. */
const isForTests = (path: string) => /\.test\.tsx?$|^libs\/text\/src\/reading-age\.ts$/.test(path);

interface Pattern {
  file: string;
  source: string;
  flags: string;
}

/**
 * Lists slow regular expressions below `root` (a tree laid out like this repository).
 * These are patterns whose search takes superlinear time, and patterns assembled at run time, which cannot be checked.
 */
export async function findSlowPatterns(root: string): Promise<string[]> {
  const slow: string[] = [];
  for await (const file of glob(sources, { cwd: root })) {
    if (isForTests(file)) continue;
    for (const node of await expressionsOf(join(root, file))) {
      if (node === 'assembled') slow.push(`${file}: a pattern must stand there as it is, so that it can be checked`);
      else slow.push(...(await judge({ file, ...node })));
    }
  }
  return slow.sort();
}

/**
 * Limits for patterns that recheck cannot prove safe and therefore tests with generated texts.
 * They limit the number of attempts instead of the time, and the random seed is fixed, so the result does not depend on
 * the machine's load.
 */
const limits = {
  timeout: 120_000,
  randomSeed: 0,
  incubationTimeout: null,
  mutationTimeout: null,
  attackTimeout: null,
} as const;

async function judge({ file, source, flags }: Pattern): Promise<string[]> {
  if (!mayRepeatWithoutEnd(source)) return [];
  const diagnosis = await check(source, flags, limits);
  if (diagnosis.status === 'safe') return [];
  const why = diagnosis.status === 'vulnerable' ? diagnosis.complexity.summary : `${diagnosis.error.kind} of the check`;
  return [`${file}: /${source}/${flags} (${why})`];
}

/** Returns true for a pattern with `*`, `+` or a repeated group. All other patterns take bounded time. */
function mayRepeatWithoutEnd(source: string): boolean {
  const bare = source.replace(/\\./g, '_').replace(/\[[^\]]*\]/g, '_');
  return /[*+]|\{\d+,\}|\)\{/.test(bare);
}

async function expressionsOf(path: string): Promise<({ source: string; flags: string } | 'assembled')[]> {
  const found: ({ source: string; flags: string } | 'assembled')[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, pattern, flags, callee } = node as Record<string, unknown>;
    if (type === 'RegExpLiteral') found.push({ source: String(pattern), flags: String(flags) });
    if ((type === 'NewExpression' || type === 'CallExpression') && (callee as { value?: unknown }).value === 'RegExp') {
      found.push('assembled');
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(await parse(await readFile(path, 'utf8'), { syntax: 'typescript', tsx: path.endsWith('x'), target: 'esnext' }));
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const slow = await findSlowPatterns(repository);
  console.log(slow.join('\n'));
  process.exitCode = slow.length > 0 ? 1 : 0;
}
