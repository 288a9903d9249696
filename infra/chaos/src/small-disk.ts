import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Fault } from './plan.ts';

export interface SmallDisk {
  faults: readonly Fault[];
  stop(): Promise<void>;
}

const run = promisify(execFile);
/** Size of the disk, most of which is free at first. */
const diskMb = 600;

/**
 * Mounts a small disk in memory, which can fill up, on a folder.
 * Returns no fault if this user may not.
 * @param name name of the fault
 */
export async function mountSmallDisk(folder: string, name: string): Promise<SmallDisk> {
  const options = ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=755`, 'xrp-bridge-chaos', folder];
  const isMounted = await run('mount', options).then(
    () => true,
    () => false,
  );
  if (!isMounted) {
    console.log(`  not tried, because only root can simulate it: ${name}`);
    return { faults: [], stop: async () => {} };
  }
  return { faults: [fullDisk(name, join(folder, 'ballast'))], stop: async () => void (await run('umount', [folder])) };
}

function fullDisk(name: string, ballast: string): Fault {
  return {
    name,
    seconds: [15, 30],
    async begin() {
      const block = Buffer.alloc(1_000_000);
      const blocks = Readable.from(Array.from({ length: diskMb * 2 }, () => block));
      await pipeline(blocks, createWriteStream(ballast)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    end: () => rm(ballast, { force: true }),
  };
}
