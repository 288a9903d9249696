import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUnwantedWords } from '../customer-words.ts';
import { repository } from '../run-program.ts';
import { quotedTexts, superseded } from './quoted-texts.ts';

describe('words that no customer should read', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'xrp-bridge-words-'));
    await mkdir(join(root, 'frontend/src'), { recursive: true });
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it.each([
    ['<p>Reopens in July</p>', 1],
    ['<p>We see it on the ledger.</p>', 1],
    ['<p>It is{" "}\n done! Well.</p>', 1],
    ["<p>{`You can't see it, ` + name}</p>", 1],
    ['<p>The XRP Ledger, a Ledger and ledger.com. Good job! You’re there.</p>', 0],
    ['<p className="ledger">{/* the ledger! */ name}</p>', 0],
  ])('%s', async (markup, count) => {
    await writeFile(join(root, 'frontend/src/page.tsx'), `export const Page = ({ name }) => ${markup};`);
    expect(await findUnwantedWords(root)).toHaveLength(count);
  });

  it('stand nowhere', async () => {
    expect(await findUnwantedWords(repository)).toEqual([]);
  });
});

/** The rows of the table: spec text, where, ours, why. */
async function readTexts(): Promise<{ spec: string; where: string; ours: string; why: string }[]> {
  const lines = (await readFile(join(repository, 'docs/texts.md'), 'utf8')).split('\n');
  return lines
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .map((line) => {
      const [spec = '', where = '', ours = '', why = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return { spec, where, ours, why };
    });
}

describe('docs/texts.md', () => {
  it('lists what is superseded and nothing else, where ours is said, and why', async () => {
    const rows = await readTexts();
    expect(rows.map(({ spec }) => spec)).toEqual(superseded);
    const gone: string[] = [];
    for (const { where, ours, why, spec } of rows) {
      expect([spec, why]).not.toContain('');
      const [, file = ''] = /`([^`]+)`/.exec(where) ?? [];
      const source = (await readFile(join(repository, file), 'utf8')).replace(/\s+/g, ' ');
      // “…” stands for what differs from one customer to the next.
      for (const piece of ours.split('…')) if (!source.includes(piece.trim())) gone.push(`${file}: ${piece}`);
    }
    expect(gone).toEqual([]);
  });
});

/** Capitals, quotes and line breaks are no difference. */
const plain = (text: string) => text.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ');

describe('what the specifications quote', () => {
  it('is said on a screen, but for what the table lists', async () => {
    const lost: string[] = [];
    for (const [text, where] of Object.entries(quotedTexts)) {
      if (!isSaid(text, await readFile(join(repository, where), 'utf8'))) lost.push(`${where}: ${text}`);
    }
    expect(lost).toEqual([]);
  });
});

function isSaid(text: string, source: string): boolean {
  const said = plain(source);
  return text.split('…').every((piece) => said.includes(plain(piece.trim())));
}
