import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Options, readOptions, usage } from './src/options.ts';
import { countParts, readWorld } from './src/saved.ts';

const options = readOptions();
if (!options) {
  console.error(usage);
  process.exit(2);
}
if (options.part === undefined) process.exit(await runParts(options));
endWithCommand();
const { runPart } = await import('./src/part.ts');
process.exit(await runPart({ ...options, part: options.part, save: options.save as string }));

/**
 * Runs each part in its own process, from the folder that the previous part has saved.
 * @returns the exit code
 */
async function runParts({ seed, days, save }: Options): Promise<number> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ending.abort());
  const folder = save === undefined ? mkdtempSync(join(tmpdir(), 'xrp-bridge-simulate-')) : resolve(save);
  try {
    let part = countParts(folder);
    // The user of PostgreSQL passes through the folder.
    chmodSync(folder, 0o755);
    if (part > 0 && readWorld(folder, part).seed !== seed) {
      console.error(`${folder} has a run of the seed ${readWorld(folder, part).seed}.`);
      return 2;
    }
    // The folder may have been saved in parts of another length.
    const savedDays = () => (part === 0 ? 0 : readWorld(folder, part).totals.days);
    while (savedDays() < days) {
      part += 1;
      const given = [...process.execArgv, ...process.argv.slice(1), '--save', folder, '--part', String(part)];
      const child = spawn(process.execPath, given, { stdio: ['pipe', 'inherit', 'inherit'] });
      const endPart = () => child.stdin.end();
      ending.signal.addEventListener('abort', endPart);
      const [status] = await once(child, 'exit');
      ending.signal.removeEventListener('abort', endPart);
      // A part that is being saved exits with 0 although the run was stopped.
      if (status !== 0 || ending.signal.aborted) return status || 1;
    }
    const { totals, traceHash, customers, ...world } = readWorld(folder, part);
    const paid = customers.filter((customer) => customer.paid > 0).length;
    const arrived = customers.filter(({ hasArrived }) => hasArrived).length;
    const realTimes = Math.round((totals.days * 86_400) / totals.seconds);
    const counts = {
      customers: customers.length,
      paid,
      arrived,
      subscribers: world.subscribers.length,
      marketers: world.marketers.length,
      readers: world.newsletters.readers.length,
      issues: world.newsletters.issues.length,
      mails: world.mails.length,
      refunds: world.operator?.refunds.size ?? 0,
      bypasses: world.operator?.bypassed.size ?? 0,
      redriven: world.operator?.redriven ?? 0,
    };
    console.log(JSON.stringify({ seed, ...counts, ...totals, violations: 0, traceHash, realTimes }));
    return 0;
  } finally {
    if (save === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Ends this process when the command ends, even by `kill -9`, or closes the pipe. */
function endWithCommand(): void {
  process.stdin.on('end', () => process.exit(1)).resume();
}
