import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

// Reads the texts of the repository's sources that customers and operators read: pages, mails, guides, answers, errors.

const sources = '{bff,contracts,frontend,libs/guidance,services/*}/src/**/*.{ts,tsx}';
/**
 * Files without shown texts: tests, database statements, messages for engineers, and words that
 * customers type.
 */
const notShown =
  /\.test\.tsx?$|\/(?:generated|migrations)\/|store\.ts$|config\.ts$|contracts\/src\/testing|rate-limits|docs\.ts$|assistant\/(?:vocabulary|names|words|language-model|knowledge\/guides)\.ts$|signals\/src\/domain\/story\.ts$/;

/** Attributes and properties whose strings are not shown. `wordings` are questions of customers. */
const technicalNames = new Set(
  'accept autoComplete className d href id inputMode key kind names rel role sizes src summary tone type viewBox wordings'.split(
    ' ',
  ),
);
/** Functions whose strings are not shown: class names, logs, descriptions of the API, comparisons. */
const technicalCalls = new Set(
  'about closest cx debug endsWith Error error fatal includes info later matches matchMedia meta querySelector querySelectorAll RangeError raw ref RegExp split startsWith trace TypeError URL warn'.split(
    ' ',
  ),
);
const technicalNodes = new Set(
  'ExportAllDeclaration ImportDeclaration TaggedTemplateExpression TSInterfaceDeclaration TSLiteralType TSTypeAliasDeclaration TSTypeAnnotation TSTypeParameterInstantiation'.split(
    ' ',
  ),
);

export interface ShownText {
  file: string;
  /** Line number in the file, from 1. */
  line: number;
  /** One line, with `…` for each value. */
  text: string;
}

/** Reads all shown texts below `root` (a tree laid out like this repository), ordered by path. */
export async function readShownTexts(root: string): Promise<ShownText[]> {
  const files: string[] = [];
  for await (const file of glob(sources, { cwd: root })) if (!notShown.test(file)) files.push(file);
  const texts = files.sort().map(async (file) => parseTexts(file, await readFile(join(root, file), 'utf8')));
  return (await Promise.all(texts)).flat();
}

function parseTexts(file: string, source: string): ShownText[] {
  return textsBelow(parseSync(file, source).program)
    .map(({ start, text }) => ({ file, line: source.slice(0, start).split('\n').length, text: toOneLine(text) }))
    .filter(({ text }) => isProse(text));
}

interface FoundText {
  start: number;
  text: string;
}

function textsBelow(value: unknown): FoundText[] {
  if (Array.isArray(value)) return value.flatMap(textsBelow);
  if (!isNode(value) || isTechnical(value)) return [];
  if (value.type === 'JSXElement' || value.type === 'JSXFragment') return textsOfElement(value);
  const text = literalText(value);
  const below = value.type === 'Property' ? textsBelow(value.value) : Object.values(value).flatMap(textsBelow);
  return text === undefined ? below : [{ start: value.start, text }, ...below];
}

/**
 * Returns an element's text including that of its child elements, and the texts in its attributes and
 * values.
 */
function textsOfElement(element: SyntaxNode): FoundText[] {
  const children = element.children as SyntaxNode[];
  const attributes = textsBelow((element.openingElement as SyntaxNode | undefined)?.attributes);
  const first = children.find((child) => child.type === 'JSXText' && hasWords(String(child.value)));
  if (!first) return [...attributes, ...children.flatMap(textsBelow)];
  const start = first.start + String(first.value).search(/\S/);
  return [{ start, text: children.map(inlineText).join('') }, ...attributes, ...children.flatMap(textsOfValues)];
}

function inlineText(child: SyntaxNode): string {
  if (child.type === 'JSXText') return String(child.value);
  if (child.type === 'JSXElement') return (child.children as SyntaxNode[]).map(inlineText).join('');
  if (child.type !== 'JSXExpressionContainer') return '';
  const expression = child.expression as SyntaxNode;
  return expression.type === 'JSXEmptyExpression' ? '' : (literalText(expression) ?? '…');
}

/** Returns the texts of a child that are not part of its parent element's text. */
function textsOfValues(child: SyntaxNode): FoundText[] {
  if (child.type === 'JSXText') return [];
  if (child.type !== 'JSXElement') return literalText(child.expression as SyntaxNode) ? [] : textsBelow(child);
  const { attributes } = child.openingElement as SyntaxNode;
  return [...textsBelow(attributes), ...(child.children as SyntaxNode[]).flatMap(textsOfValues)];
}

/** Returns the text of a literal, or of a template with `…` for each value. */
function literalText(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

const toOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function isTechnical(node: SyntaxNode): boolean {
  const { type } = node;
  if (type === 'JSXAttribute' || type === 'Property') return technicalNames.has(nameOf(node.name ?? node.key));
  if (type === 'CallExpression' || type === 'NewExpression') {
    const called = nameOf(node.callee);
    // A method call such as `schema.describe('…')` documents the API, so its texts are not shown. A call of the
    // function `describe(…)` can contain shown texts.
    return (
      technicalCalls.has(called) || (called === 'describe' && (node.callee as SyntaxNode).type === 'MemberExpression')
    );
  }
  if (type === 'BinaryExpression') return /^[!=]==?$/.test(String(node.operator));
  return technicalNodes.has(type);
}

/** Returns `info` for `log.info`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  return node.type === 'MemberExpression' ? nameOf(node.property) : String(node.name ?? node.value ?? '');
}

const hasWords = (text: string) => /\p{L}{2}/u.test(text);
/**
 * Matches strings that are not shown: identifiers, paths, markup, headers, SQL, calls, and
 * descriptions of the API.
 */
const code =
  /^[^ ]*[_/:#@=<>{}[\]\\][^ ]*$|^[a-z\d][\w.-]*$|^[A-Z\d_]+$|^<|^(?:GET|POST|PUT|PATCH|DELETE|Bearer) |^(?:Lists|Returns) |[Mm]ax-[Aa]ge|\d(?:px|em|rem)\b|="|^\(width |[a-z]\(…|^[\w.]+ as \w+$|^(?:SELECT|select|insert|update|delete|with|create|alter) .*[_"=]/;
const className = /^[a-z!*][\w.:/[\]()%*&>=,#!'-]*[-\d[\]:/][\w.:/[\]()%*&>=,#'-]*$/;

function isProse(text: string): boolean {
  if (!hasWords(text) || code.test(text)) return false;
  const words = text.split(' ');
  if (words.length === 1) return /^[“(]?\p{Lu}[\p{Ll}’-]+[.!?…)”]*$/u.test(text);
  return words.filter((word) => className.test(word)).length * 2 < words.length;
}

interface SyntaxNode extends Record<string, unknown> {
  type: string;
  start: number;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}
