import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Runs a program until its end. */
export const run = promisify(execFile);
/** The file of the command `npm run simulate`. */
export const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Subscribers need the hours of three months, so tests do not simulate them. */
export const quarterDay = ['--days', '0.25', '--subscribers', '0', '--marketing', '8', '--readers', '16'];

interface Result {
  customers: number;
  paid: number;
  arrived: number;
  charges: number;
  posts: number;
  readers: number;
  refunds: number;
  bypasses: number;
  redriven: number;
  crashes: number;
  outages: number;
  violations: number;
  traceHash: string;
}

/**
 * Simulates a quarter of a day, with 100 customers unless `given` contains another number.
 * Returns the program's last line, the result.
 */
export async function simulate(...given: string[]): Promise<Result> {
  const options = [...quarterDay, '--customers', '400', ...given];
  const { stdout } = await run(process.execPath, [main, ...options]);
  return JSON.parse(stdout.trim().split('\n').at(-1) as string);
}
