import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@swc/core';
import { check } from 'recheck';
import { repository } from './run-program.ts';

// The native agent is faster, but its process outlives this one.
process.env.RECHECK_BACKEND = 'pure';

/** Files whose regular expressions may run on untrusted input. */
const sources = [
  'contracts/src/**/*.ts',
  '{libs,services}/*/src/**/*.ts',
  'bff/src/**/*.ts',
  'frontend/src/**/*.{ts,tsx}',
];

/** Tests, and code that only tests call: the reading age applies to our own texts. */
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
 * A pattern without a proof is tested with generated texts. Limits on the number of attempts and a
 * fixed random seed make the result independent of the machine's load.
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

/** A pattern without *, + and repeated groups takes bounded time, so there is nothing to prove. */
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
