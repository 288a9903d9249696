import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../run-program.ts';

const skipped = /(^|\/)(node_modules|dist|\.\w+)(\/|$)/;

async function listPages(): Promise<string[]> {
  const pages: string[] = [];
  for await (const page of glob('**/*.md', { cwd: repository, exclude: (path) => skipped.test(path) }))
    pages.push(page);
  return pages.sort();
}

/** Lists the anchors of a page's headings, as GitHub builds them. */
function listAnchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const read = (page: string) => readFile(join(repository, page), 'utf8');

async function findBroken(page: string): Promise<string[]> {
  // Code may contain brackets and parentheses that are no link.
  const text = (await read(page)).replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const targets = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)].map(([, target = '']) => target);
  const broken: string[] = [];
  for (const target of targets) {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : relative(repository, join(repository, dirname(page), path));
    if (!existsSync(join(repository, file))) broken.push(`${page}: ${target}`);
    else if (anchor !== undefined && !listAnchors(await read(file)).includes(anchor)) broken.push(`${page}: ${target}`);
  }
  return broken;
}

it('each link between the pages of the documentation leads to a file, and its anchor to a heading', async () => {
  const pages = await listPages();
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'SECURITY.md', 'docs/threat-model.md']));
  expect((await Promise.all(pages.map(findBroken))).flat()).toEqual([]);
});
