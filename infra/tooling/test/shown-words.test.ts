import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quotedTexts, superseded } from '../quoted-texts.ts';
import { repository } from '../run-program.ts';
import { findUnwantedWords } from '../shown-words.ts';

describe('findUnwantedWords', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'xrp-bridge-words-'));
    await mkdir(join(root, 'frontend/src'), { recursive: true });
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it.each([
    ['<p>Reopens in July</p>', 1],
    ['<p>We see it on the ledger.</p>', 1],
    ['<p>It is{" "}\n done! Well.</p>', 2],
    ["<p>{`You can't see it, ` + name}</p>", 1],
    ['<p>We do <b>not</b> see it. You are next.</p>', 2],
    ['<Field label="Your advert" hint={name + "It cannot be read"} />', 2],
    ['<p>{describe(name, "That did not work.")}</p>', 1],
    ['<p>Choose “XRP Ledger” in the form, or a Ledger, or ledger.com. Good job! You’re there.</p>', 0],
    ['<p className="ledger">{/* the ledger! */ name}</p>', 0],
  ])('counts the unwanted words of %s', async (markup, count) => {
    await writeFile(join(root, 'frontend/src/page.tsx'), `export const Page = ({ name }) => ${markup};`);
    expect(await findUnwantedWords(root)).toHaveLength(count);
  });

  it('names the file, the line, the word and the replacement', async () => {
    await writeFile(
      join(root, 'frontend/src/page.tsx'),
      'export const Page = () => (\n  <p>Call our telephone.</p>\n);',
    );
    expect(await findUnwantedWords(root)).toEqual([
      'frontend/src/page.tsx:2 “telephone” in “Call our telephone.”: write “phone”',
    ]);
  });

  it('finds no unwanted word in this repository', async () => {
    expect(await findUnwantedWords(repository)).toEqual([]);
  });
});

/** Reads the rows of the table in docs/texts.md. */
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
  it('lists exactly the superseded texts, each with its replacement, file and reason', async () => {
    const rows = await readTexts();
    expect(rows.map(({ spec }) => spec)).toEqual(superseded);
    const gone: string[] = [];
    for (const { where, ours, why, spec } of rows) {
      expect([spec, why]).not.toContain('');
      const [, file = ''] = /`([^`]+)`/.exec(where) ?? [];
      const source = (await readFile(join(repository, file), 'utf8')).replace(/\s+/g, ' ');
      // “…” is a placeholder for text that differs between customers.
      for (const piece of ours.split('…')) if (!source.includes(piece.trim())) gone.push(`${file}: ${piece}`);
    }
    expect(gone).toEqual([]);
  });
});

/** Normalises capitals, quotes and line breaks. */
const plain = (text: string) => text.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ');

describe('the texts that the specifications quote', () => {
  it('appear in their files, except the superseded ones', async () => {
    const lost: string[] = [];
    for (const [text, where] of Object.entries(quotedTexts)) {
      if (!containsText(text, await readFile(join(repository, where), 'utf8'))) lost.push(`${where}: ${text}`);
    }
    expect(lost).toEqual([]);
  });
});

function containsText(text: string, source: string): boolean {
  const normalised = plain(source);
  return text.split('…').every((piece) => normalised.includes(plain(piece.trim())));
}
