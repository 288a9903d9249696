import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { startProduct } from '../process/product.ts';
import { startFloor } from './floors.ts';
import { report } from './keep-results.ts';
import { stopping } from './stopping.ts';

/** Starting, the first time and again, and what is held in memory then; beside PostgreSQL and two servers with nothing in them. */
export async function benchStart(folder: string): Promise<void> {
  const least = { cold: await startLeast(folder), warm: await startLeast(folder) };
  const settings = { DATA_DIR: path.join(folder, 'start') };
  const coldMs = await stopping(async (started) => (await started(startProduct(settings))).startMs);
  report({
    name: 'start, first run with database creation',
    value: coldMs / 1_000,
    unit: 's',
    floor: least.cold.ms / 1_000,
  });
  await stopping(async (started) => {
    const warm = await started(startProduct(settings));
    report({
      name: 'start, warm',
      value: warm.startMs / 1_000,
      unit: 's',
      floor: least.warm.ms / 1_000,
      aim: { atMost: 2 },
    });
    report({
      name: 'memory at rest, all processes without PostgreSQL',
      value: warm.memoryMb(),
      unit: 'MB',
      floor: least.warm.memoryMb,
      aim: { atMost: 300 },
    });
  });
}

async function startLeast(folder: string): Promise<{ ms: number; memoryMb: number }> {
  return await stopping(async (started) => {
    const began = performance.now();
    const postgres = await started(startEmbeddedPostgres({ dataDir: path.join(folder, 'start-floor') }));
    const floor = await started(startFloor(postgres.url));
    return { ms: performance.now() - began, memoryMb: floor.memoryMb() };
  });
}
