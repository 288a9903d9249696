import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startProduct } from '../process/product.ts';
import { benchLoad } from './load.ts';
import { benchOperators } from './operators.ts';
import { keepResults, report } from './results.ts';
import { benchScreens } from './screens.ts';
import { benchSignals } from './signals.ts';

// Measures the product against what the same machine does without it, in the same run.
// Load generator, product and database share the machine's cores, as the floors do.
// npm run bench runs every part; npm run bench -- screens runs the named ones.
const parts: Record<string, (folder: string) => Promise<void>> = {
  start: benchStart,
  load: benchLoad,
  screens: benchScreens,
  signals: benchSignals,
  operators: benchOperators,
};

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
const folder = await mkdtemp(path.join(os.tmpdir(), 'xrp-bridge-bench-'));
// For the user that PostgreSQL runs as under root: in a folder closed to it, its clusters would go elsewhere.
await chmod(folder, 0o755);
try {
  for (const name of selected.length > 0 ? selected : Object.keys(parts)) await parts[name]?.(folder);
  await keepResults();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function benchStart(folder: string): Promise<void> {
  const dataDir = path.join(folder, 'start');
  const cold = await startProduct({ DATA_DIR: dataDir });
  await cold.stop();
  const warm = await startProduct({ DATA_DIR: dataDir });
  report({ name: 'start, first run with database creation', value: cold.startMs / 1_000, unit: 's' });
  report({ name: 'start, warm', value: warm.startMs / 1_000, unit: 's', aim: { atMost: 2 } });
  report({
    name: 'memory at rest, all processes without PostgreSQL',
    value: warm.memoryMb(),
    unit: 'MB',
    aim: { atMost: 300 },
  });
  await warm.stop();
}
