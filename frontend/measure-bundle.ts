import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

/** What the landing route may weigh: its JavaScript, gzipped, in bytes of 1000 to the kB. */
const limitKb = 130;

/** Adds up what a browser must fetch and run before the landing page is there: the entry, its static imports, the theme script. */
async function measureLanding(): Promise<{ files: [file: string, bytes: number][]; totalKb: number }> {
  const dist = join(import.meta.dirname, 'dist');
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry) throw new Error('The manifest has no entry: run the build first.');
  // A set that grows while it is walked: each chunk adds the ones it imports.
  const chunks = new Set([entry]);
  for (const key of chunks) for (const each of manifest[key]?.imports ?? []) chunks.add(each);
  const names = ['theme.js', ...[...chunks].map((key) => (manifest[key] as Chunk).file)];
  const files = await Promise.all(
    names.map(
      async (name): Promise<[string, number]> => [
        name,
        gzipSync(await readFile(join(dist, name)), { level: 9 }).length,
      ],
    ),
  );
  return { files, totalKb: files.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000 };
}

const { files, totalKb } = await measureLanding();
for (const [name, bytes] of files) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`);
console.log(`${totalKb.toFixed(1).padStart(7)} kB  landing route, gzip (at most ${limitKb} kB)`);
if (totalKb > limitKb) process.exitCode = 1;
