import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeDocument } from './document.ts';
import { benchJourneys } from './journeys.ts';
import { benchLoad } from './load.ts';
import { benchMemory } from './memory.ts';
import { benchOperators } from './operators.ts';
import { benchOverload } from './overload.ts';
import { describeAims, type Metric } from './results.ts';
import { benchRolling } from './rolling.ts';
import { benchRoutes, benchScreens } from './screens.ts';
import { benchSignals } from './signals.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { measurePart } from './store-results.ts';
import { benchWatches } from './watches.ts';

// Measures the product, and in the same run a baseline on the same machine. The load generator, the database, and the
// product or the baseline share the machine's cores.
// npm run bench runs every part; npm run bench -- screens runs only the named parts. If a part fails, the other parts
// still run. At the end, docs/performance.md and its plot are written from the stored results; npm run bench -- document
// only writes these.
const parts: Record<string, (folder: string) => Promise<void>> = {
  start: benchStart,
  load: benchLoad,
  memory: benchMemory,
  overload: benchOverload,
  watches: benchWatches,
  screens: benchScreens,
  routes: benchRoutes,
  signals: benchSignals,
  operators: benchOperators,
  journeys: benchJourneys,
  rolling: benchRolling,
  soak: benchSoak,
  document: async () => {},
};

const given = process.argv.slice(2);
const selected = given.length > 0 ? given : Object.keys(parts);
const unknown = selected.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
const folder = await mkdtemp(path.join(os.tmpdir(), 'xrp-bridge-bench-'));
// If root runs the bench, PostgreSQL runs as another user, who needs access to the folder. Without access, the clusters
// would be placed elsewhere.
await chmod(folder, 0o755);
const metrics: Metric[] = [];
const failed: string[] = [];
try {
  for (const name of selected) {
    const measured = await measurePart(name, async () => parts[name]?.(folder));
    metrics.push(...measured.metrics);
    if (!measured.whole) failed.push(name);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
await writeDocument();
console.log(`\n== all ==\n${describeAims(metrics)}`);
if (failed.length > 0) {
  console.error(`These parts did not get to their end: ${failed.join(', ')}.`);
  process.exitCode = 1;
}
