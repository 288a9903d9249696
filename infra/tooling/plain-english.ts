import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { repository } from './run-program.ts';

// Checks the rules of docs/style.md that a program can check.

/** Rooms that are not rewritten yet. */
const pending = ['bff', 'contracts', 'frontend', 'infra', 'libs', 'services'];

const sources = '{bff,contracts,frontend,infra,libs,services}/**/*.{ts,tsx,mjs}';
const notOurs = /node_modules|\/dist\/|\/generated\/|\/fixtures\//;
const longestSummary = 100;
const longestDecision = 500;

/** Words for people's actions, and private words for standard terms. */
const bannedWords =
  /\b(?:tells?|told|telling|announce[sd]?|hears?|heard|learns?|remember(?:s|ed)?|whoever|nobody|somebody|figures?|standing|the books|doors?|nudge[sd]?|drawn|taken over|search lists|stand-in|mend(?:s|ed)?|patience|neighbou?rs?|of (?:ours|before|now|one's own)|lets? (?:go|pass))\b/i;

const bannedParts = new Set(
  'tell tells told say says said announce hear heard learn learned remember remembered keep keeps kept noted figure figures standing books door doors neighbour neighbours nudge nudged drawn tend tended patience floor mend mends mended asked whoever nobody somebody'.split(
    ' ',
  ),
);
const bannedTypes = new Set(['Sent', 'Taken', 'Given', 'Told', 'Made', 'Found']);

const freeRelative = /^(?:what|who|whoever|whose|where|wherever|whether|whatever|which|how|of) /i;

/** Names that contain a banned word for a good reason. */
const allowed: readonly { name: RegExp; why: string }[] = [{ name: /^keep-?alive/i, why: 'the term of HTTP and Node' }];

/** Lists violations of docs/style.md below `root` (a tree laid out like this repository). */
export async function findUnplain(root: string, skipped: readonly string[] = []): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(sources, { cwd: root })) {
    if (notOurs.test(`/${file}`) || isIn(skipped, file)) continue;
    const text = await readFile(join(root, file), 'utf8');
    found.push(...judgeSource(file, text).map((problem) => `${file}: ${problem}`));
  }
  for await (const file of glob('docs/adr/*.md', { cwd: root })) {
    if (isIn(skipped, file)) continue;
    const words = (await readFile(join(root, file), 'utf8')).split(/\s+/).length;
    if (words > longestDecision) found.push(`${file}: ${words} words, at most ${longestDecision}`);
  }
  return found.sort();
}

const isIn = (rooms: readonly string[], file: string) => rooms.some((room) => file.startsWith(`${room}/`));

function judgeSource(file: string, text: string): string[] {
  const { comments, program } = parseSync(file, text);
  const names = [basename(file).replace(/\..*/, ''), ...declaredNames(program)];
  return [
    ...blocksOf(comments, text).flatMap(judgeComment),
    ...titlesOf(program).flatMap((title) => judgePhrase('test name', title)),
    ...names.filter(isBannedName).map((name) => `name ${name}`),
  ];
}

interface Comment {
  value: string;
  type: 'Line' | 'Block';
  start: number;
  end: number;
}

/** Joins line comments that follow one another. */
function blocksOf(comments: readonly Comment[], text: string): Comment[] {
  const blocks: Comment[] = [];
  for (const comment of comments) {
    const last = blocks.at(-1);
    const follows =
      last?.type === 'Line' && comment.type === 'Line' && /^\n[ \t]*$/.test(text.slice(last.end, comment.start));
    if (last && follows)
      blocks[blocks.length - 1] = { ...last, value: `${last.value}\n${comment.value}`, end: comment.end };
    else blocks.push(comment);
  }
  return blocks;
}

function judgeComment({ type, value }: Comment): string[] {
  const lines = value.split('\n').map((line) => line.replace(/^[\s*]+/, '').trim());
  const summary = lines.find(Boolean) ?? '';
  const problems = judgePhrase('comment', lines.join(' ').trim());
  const isDocstring = type === 'Block' && value.startsWith('*');
  if (isDocstring && summary.length > longestSummary)
    problems.push(`first line of ${summary.length} characters: ${summary}`);
  return problems;
}

function judgePhrase(kind: string, phrase: string): string[] {
  const start = phrase.slice(0, 60);
  const word = bannedWords.exec(phrase)?.[0];
  return [
    ...(freeRelative.test(phrase) ? [`${kind} begins with a relative clause: ${start}`] : []),
    ...(word ? [`${kind} with “${word}”: ${start}`] : []),
  ];
}

function isBannedName(name: string): boolean {
  if (allowed.some((entry) => entry.name.test(name))) return false;
  const parts = name.split(/(?<=[a-z0-9])(?=[A-Z])|[_$-]/).map((part) => part.toLowerCase());
  return bannedTypes.has(name) || parts.some((part) => bannedParts.has(part));
}

const declarations = new Set([
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclarator',
]);
const members = new Set(['TSPropertySignature', 'TSMethodSignature', 'PropertyDefinition', 'MethodDefinition']);

function declaredNames(program: unknown): string[] {
  const names: string[] = [];
  walk(program, ({ type, id, key, params }) => {
    const parameters = Array.isArray(params) ? params : [];
    for (const name of [declarations.has(type) && id, members.has(type) && key, ...parameters]) {
      if (isNode(name) && name.type === 'Identifier') names.push(String(name.name));
    }
  });
  return names;
}

/** Returns the titles of `describe`, `it` and `test`, also after `.each`. */
function titlesOf(program: unknown): string[] {
  const titles: string[] = [];
  walk(program, ({ type, callee, arguments: values }) => {
    if (type !== 'CallExpression' || !/^(?:describe|it|test)$/.test(calledName(callee))) return;
    const [title] = Array.isArray(values) ? values : [];
    if (typeof title?.value === 'string') titles.push(title.value);
  });
  return titles;
}

/** Returns `it` for `it`, `it.skipIf(…)` and `it.each(…)`. */
function calledName(callee: unknown): string {
  if (!isNode(callee)) return '';
  return callee.type === 'Identifier' ? String(callee.name) : calledName(callee.object ?? callee.callee);
}

interface SyntaxNode extends Record<string, unknown> {
  type: string;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function walk(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) visit(value);
  for (const child of Object.values(value)) walk(child, visit);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await findUnplain(repository, process.argv[2] === '--all' ? [] : pending);
  for (const line of found) console.log(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
