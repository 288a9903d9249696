import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repository } from './run-program.ts';
import { type Comment, readSourceTexts, type SourceTexts } from './source-texts.ts';

// Checks the rules of docs/style.md that a program can check.

const longestSummary = 100;
const longestDecision = 500;

/** Words that describe software as a person, and unusual words that have a standard term. */
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
const allowed: readonly { name: RegExp; why: string }[] = [
  { name: /^(?:set)?keep-?alive/i, why: 'the term of HTTP and Node' },
];

/** Lists violations of docs/style.md below `root` (a tree laid out like this repository). */
export async function findUnplain(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const source of await readSourceTexts(root)) {
    found.push(...judgeSource(source).map((problem) => `${source.file}: ${problem}`));
  }
  for await (const file of glob('docs/adr/*.md', { cwd: root })) {
    const words = (await readFile(join(root, file), 'utf8')).split(/\s+/).length;
    if (words > longestDecision) found.push(`${file}: ${words} words, at most ${longestDecision}`);
  }
  return found.sort();
}

function judgeSource({ comments, titles, names }: SourceTexts): string[] {
  return [
    ...comments.flatMap(judgeComment),
    ...titles.flatMap(({ path }) => judgePhrase('test name', path.at(-1) ?? '')),
    ...names.filter(isBannedName).map((name) => `name ${name}`),
  ];
}

function judgeComment({ isDocstring, lines }: Comment): string[] {
  const summary = lines.find(Boolean) ?? '';
  const problems = judgePhrase('comment', lines.join(' ').trim());
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await findUnplain(repository);
  for (const line of found) console.log(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
