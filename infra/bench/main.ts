import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { measurePart } from './keep-results.ts';
import { benchLoad } from './load.ts';
import { benchOperators } from './operators.ts';
import { benchOverload } from './overload.ts';
import { describeAims, type Figure } from './results.ts';
import { benchRoutes, benchScreens } from './screens.ts';
import { benchSignals } from './signals.ts';
import { benchStart } from './start.ts';
import { benchWatches } from './watches.ts';

// Measures the product against what the same machine does without it, in the same run.
// Load generator, product and database share the machine's cores, as the floors do.
// npm run bench runs every part; npm run bench -- screens runs the named ones. A part that fails keeps nobody from
// measuring the others.
const parts: Record<string, (folder: string) => Promise<void>> = {
  start: benchStart,
  load: benchLoad,
  overload: benchOverload,
  watches: benchWatches,
  screens: benchScreens,
  routes: benchRoutes,
  signals: benchSignals,
  operators: benchOperators,
};

const given = process.argv.slice(2);
const selected = given.length > 0 ? given : Object.keys(parts);
const unknown = selected.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
const folder = await mkdtemp(path.join(os.tmpdir(), 'xrp-bridge-bench-'));
// For the user that PostgreSQL runs as under root: in a folder closed to it, its clusters would go elsewhere.
await chmod(folder, 0o755);
const figures: Figure[] = [];
const failed: string[] = [];
try {
  for (const name of selected) {
    const measured = await measurePart(name, async () => parts[name]?.(folder));
    figures.push(...measured.figures);
    if (!measured.whole) failed.push(name);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`\n== all ==\n${describeAims(figures)}`);
if (failed.length > 0) {
  console.error(`These parts did not get to their end: ${failed.join(', ')}.`);
  process.exitCode = 1;
}
