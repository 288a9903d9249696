import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseSync } from 'oxc-parser';

// Reads the texts of the repository's sources that are written for engineers: comments, test titles and names.

const sources = '{*,{bff,contracts,frontend,infra,libs,services}/**/*}.{ts,tsx,mjs}';
const notOurs = /node_modules|\/dist\/|\/generated\/|\/fixtures\//;

export interface SourceTexts {
  file: string;
  comments: Comment[];
  titles: TestTitle[];
  /** The file's name and the names that it declares. */
  names: string[];
}

/** A comment with its text. Consecutive line comments are one comment. */
export interface Comment {
  isDocstring: boolean;
  /** Lines without `//`, `*` and indentation. */
  lines: string[];
  /** Line number in the file, from 1. */
  line: number;
}

/** Title of a `describe`, `it` or `test`, also after `.each`. */
export interface TestTitle {
  /** Titles of the enclosing `describe` blocks, then the title itself. */
  path: string[];
  isTest: boolean;
  /** Line number in the file, from 1. */
  line: number;
}

/** Reads all sources below `root` (a tree laid out like this repository), in the order of their paths. */
export async function readSourceTexts(root: string): Promise<SourceTexts[]> {
  const texts: SourceTexts[] = [];
  for await (const file of glob(sources, { cwd: root })) {
    if (!notOurs.test(`/${file}`)) texts.push(parseTexts(file, await readFile(join(root, file), 'utf8')));
  }
  return texts.sort((one, other) => (one.file < other.file ? -1 : 1));
}

function parseTexts(file: string, text: string): SourceTexts {
  const { comments, program } = parseSync(file, text);
  return {
    file,
    comments: joinLines(comments, text).map(({ value, type, start }) => ({
      isDocstring: type === 'Block' && value.startsWith('*'),
      lines: value.split('\n').map((line) => line.replace(/^[\s*]+/, '').trim()),
      line: lineOf(text, start),
    })),
    titles: titlesBelow(program, [], text),
    names: [basename(file).replace(/\..*/, ''), ...declaredNames(program)],
  };
}

interface ParsedComment {
  value: string;
  type: 'Line' | 'Block';
  start: number;
  end: number;
}

/** Joins consecutive line comments. */
function joinLines(comments: readonly ParsedComment[], text: string): ParsedComment[] {
  const joined: ParsedComment[] = [];
  for (const comment of comments) {
    const last = joined.at(-1);
    const follows =
      last?.type === 'Line' && comment.type === 'Line' && /^\n[ \t]*$/.test(text.slice(last.end, comment.start));
    if (last && follows)
      joined[joined.length - 1] = { ...last, value: `${last.value}\n${comment.value}`, end: comment.end };
    else joined.push(comment);
  }
  return joined;
}

const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

function titlesBelow(value: unknown, enclosing: readonly string[], text: string): TestTitle[] {
  if (typeof value !== 'object' || value === null) return [];
  const call = isNode(value) && value.type === 'CallExpression' ? calledName(value.callee) : '';
  const title = /^(?:describe|it|test)$/.test(call) && isNode(value) ? titleOf(value.arguments) : undefined;
  if (title === undefined) return Object.values(value).flatMap((child) => titlesBelow(child, enclosing, text));
  const path = [...enclosing, title];
  const found = { path, isTest: call !== 'describe', line: lineOf(text, Number((value as SyntaxNode).start)) };
  return [found, ...Object.values(value).flatMap((child) => titlesBelow(child, path, text))];
}

/** Returns the text of a literal, or of a template with `…` for each value. */
function titleOf(values: unknown): string | undefined {
  const [title] = Array.isArray(values) ? values : [];
  if (typeof title?.value === 'string') return title.value;
  if (title?.type !== 'TemplateLiteral') return undefined;
  return title.quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join('…');
}

/** Returns `it` for `it`, `it.skipIf(…)` and `it.each(…)`. */
function calledName(callee: unknown): string {
  if (!isNode(callee)) return '';
  return callee.type === 'Identifier' ? String(callee.name) : calledName(callee.object ?? callee.callee ?? callee.tag);
}

const declarations = new Set([
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclarator',
]);
const members = new Set(['TSPropertySignature', 'TSMethodSignature', 'PropertyDefinition', 'MethodDefinition']);

function declaredNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(declaredNames);
  if (!isNode(value)) return below;
  const { type, id, key, params } = value;
  const parameters = Array.isArray(params) ? params : [];
  const declared = [declarations.has(type) && id, members.has(type) && key, ...parameters]
    .filter(isNode)
    .filter((name) => name.type === 'Identifier')
    .map((name) => String(name.name));
  return [...declared, ...below];
}

interface SyntaxNode extends Record<string, unknown> {
  type: string;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}
