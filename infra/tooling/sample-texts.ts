import { createHash } from 'node:crypto';
import { repository } from './run-program.ts';
import { readShownTexts } from './shown-texts.ts';
import { readSourceTexts } from './source-texts.ts';

// Prints a sample of comments, test names and shown texts for rating by readers.

const usage = 'Usage: sample-texts.ts <seed> [comments] [test names] [shown texts]';
const [seed = '', comments = '200', names = '100', shown = '100'] = process.argv.slice(2);
if (!/^\d+$/.test(seed)) throw new Error(usage);

const texts = await readSourceTexts(repository);
printSample(
  'Comments',
  texts.flatMap(({ file, comments }) => comments.map(({ line, lines }) => `${file}:${line} ${lines.join(' ').trim()}`)),
  Number(comments),
);
printSample(
  'Test names',
  texts.flatMap(({ file, titles }) =>
    titles.filter(({ isTest }) => isTest).map(({ line, path }) => `${file}:${line} ${path.join(' › ')}`),
  ),
  Number(names),
);
printSample(
  'Shown texts',
  (await readShownTexts(repository)).map(({ file, line, text }) => `${file}:${line} ${text}`),
  Number(shown),
);

/**
 * Prints the `size` lines with the smallest hashes, so that a new text elsewhere changes the sample
 * only slightly.
 */
function printSample(heading: string, lines: readonly string[], size: number): void {
  if (size === 0) return;
  const hash = (line: string) => createHash('sha256').update(`${seed} ${line}`).digest('hex');
  const sample = lines.toSorted((one, other) => (hash(one) < hash(other) ? -1 : 1)).slice(0, size);
  console.log(`${heading}: ${sample.length} of ${lines.length}, seed ${seed}\n`);
  for (const line of sample.sort()) console.log(line);
  console.log();
}
