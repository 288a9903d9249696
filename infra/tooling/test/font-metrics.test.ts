import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { repository } from '../run-program.ts';

// theme.css shows a fallback font until the web font is loaded. The fallback must have the same ascent and descent, or
// else the text moves when the fonts are exchanged.

/** The tables that this test reads, with the numbers of their names in a WOFF2 file. */
const tables = { head: 1, hhea: 2, hmtx: 3 } as const;
const [glyf, loca, anyOther] = [10, 11, 63];

const fonts = {
  text: 'frontend/src/ui/fonts/atkinson-hyperlegible-next-plain-zero.woff2',
  mono: 'node_modules/@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2',
};

/** Line metrics and the width of a letter, as fractions of the font's size. */
interface Metrics {
  ascent: number;
  descent: number;
  lineGap: number;
  /** The last width that the file lists. In a monospaced font, this is the width of every letter. */
  width: number;
}

/** Reads a WOFF2 file (https://www.w3.org/TR/WOFF2). The OpenType specification describes its tables. */
async function readMetrics(path: string): Promise<Metrics> {
  const file = await readFile(join(repository, path));
  let place = 48;
  const readNumber = () => {
    for (let value = 0; ; ) {
      const byte = file.readUInt8(place++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const parts = new Map<number, { start: number; length: number }>();
  let start = 0;
  for (let left = file.readUInt16BE(12); left > 0; left--) {
    const flags = file.readUInt8(place++);
    const [table, packing] = [flags & 63, flags >> 6];
    if (table === anyOther) place += 4;
    const whole = readNumber();
    const isPacked = table === glyf || table === loca ? packing !== 3 : packing !== 0;
    const length = isPacked ? readNumber() : whole;
    parts.set(table, { start, length });
    start += length;
  }
  const content = brotliDecompressSync(file.subarray(place, place + file.readUInt32BE(20)));
  const read = (table: number) => {
    const part = parts.get(table);
    if (!part) throw new Error(`${path} has no table ${table}`);
    return content.subarray(part.start, part.start + part.length);
  };
  const [head, hhea, hmtx] = [read(tables.head), read(tables.hhea), read(tables.hmtx)];
  const unit = head.readUInt16BE(18);
  return {
    ascent: hhea.readInt16BE(4) / unit,
    descent: -hhea.readInt16BE(6) / unit,
    lineGap: hhea.readInt16BE(8) / unit,
    width: hmtx.readUInt16BE(4 * (hhea.readUInt16BE(34) - 1)) / unit,
  };
}

/** Reads the faces of a family in theme.css, with percentages as fractions. */
async function readFaces(family: string): Promise<Record<string, number>[]> {
  const css = await readFile(join(repository, 'frontend/src/ui/theme.css'), 'utf8');
  const faces = [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, face]) => face as string);
  return faces
    .filter((face) => face.includes(`font-family: "${family}";`))
    .map((face) =>
      Object.fromEntries(
        [...face.matchAll(/([\w-]+): ([\d.]+)%;/g)].map(([, name, percent]) => [name, Number(percent) / 100]),
      ),
    );
}

describe.each([
  ['Atkinson Fallback', fonts.text],
  ['Atkinson Mono Fallback', fonts.mono],
])('%s', (family, font) => {
  it('has the ascent, descent and line gap of its web font, light and bold', async () => {
    const { ascent, descent, lineGap } = await readMetrics(font);
    const faces = await readFaces(family);
    expect(faces).toHaveLength(2);
    for (const face of faces) {
      const size = face['size-adjust'] ?? Number.NaN;
      expect(face['ascent-override']).toBeCloseTo(ascent / size, 3);
      expect(face['descent-override']).toBeCloseTo(descent / size, 3);
      expect(face['line-gap-override']).toBeCloseTo(lineGap / size, 3);
    }
  });
});

it('the fallback of the monospaced font has the width of the web font', async () => {
  // The width of a letter in Courier New and in the fonts that are compatible with it.
  const width = 1_229 / 2_048;
  const own = await readMetrics(fonts.mono);
  for (const face of await readFaces('Atkinson Mono Fallback')) {
    expect(face['size-adjust']).toBeCloseTo(own.width / width, 3);
  }
});
