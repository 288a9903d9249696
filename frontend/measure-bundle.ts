import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { landingChunks, type Manifest, routeChunks } from './bundle-chunks.ts';

/** The limit of the landing page's JavaScript, gzipped, in kB of 1000 bytes. */
const landingLimitKb = 130;
/**
 * The limit of the JavaScript that any other route adds, gzipped, in kB of 1000 bytes.
 * The largest ones are the operators' files.
 */
const routeLimitKb = 70;

const dist = join(import.meta.dirname, 'dist');
const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;

const fileOf = (key: string): string => manifest[key]?.file ?? '';
const landing = ['theme.js', ...[...landingChunks(manifest)].map(fileOf)];
for (const file of landing) print(await weigh([file]), file);
printLimited(await weigh(landing), landingLimitKb, 'landing route, gzip');

console.log('\nWhat each route adds to it, and each part that comes later or with a press:');
const routes = [...routeChunks(manifest)].map(async ([route, keys]) => ({
  route,
  kb: await weigh([...keys].map(fileOf)),
}));
for (const { route, kb } of (await Promise.all(routes)).sort((a, b) => b.kb - a.kb)) {
  printLimited(kb, routeLimitKb, basename(manifestName(route)));
}

async function weigh(files: readonly string[]): Promise<number> {
  const scripts = files.filter((file) => file.endsWith('.js'));
  const sizes = await Promise.all(
    scripts.map(async (file) => gzipSync(await readFile(join(dist, file)), { level: 9 }).length),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000;
}

/**
 * Returns a route's source file.
 * A chunk that several routes share has only a built file, which is returned instead.
 */
function manifestName(key: string): string {
  return key.startsWith('_') ? fileOf(key) : key;
}

function printLimited(kb: number, limitKb: number, what: string): void {
  print(kb, `${what} (at most ${limitKb} kB)`);
  if (kb > limitKb) process.exitCode = 1;
}

function print(kb: number, what: string): void {
  console.log(`${kb.toFixed(1).padStart(7)} kB  ${what}`);
}
