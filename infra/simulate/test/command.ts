import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const run = promisify(execFile);
export const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Subscribers need the hours of three months, so only the command simulates them. */
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

/** Simulates 100 customers in a quarter of a day. Returns the program's last line, the result. */
export async function simulate(...given: string[]): Promise<Result> {
  const options = [...quarterDay, '--customers', '400', ...given];
  const { stdout } = await run(process.execPath, [main, ...options]);
  return JSON.parse(stdout.trim().split('\n').at(-1) as string);
}
