import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { deserialize, serialize } from 'node:v8';

/** Increment when the type of a stored value changes. Files of other versions are ignored. */
const VERSION = 2;
const leastPauseMs = 1_000;
/**
 * The next write starts after a pause of 50 times the last write, so writing takes at most 2 % of the
 * time.
 */
const pausePerWrite = 50;

/** State of the clock and the providers, by name. Maps, bigints and shared objects are preserved. */
export type Saved = Record<string, unknown>;

export interface Snapshots {
  /** The state that the last run stored; empty on the first run. */
  saved: Saved;
  /** Starts writing the result of `collect` after each change. */
  start(collect: () => Saved): void;
  /** Schedules a write of the state within a second. */
  changed(): void;
  /** Writes pending changes now. */
  flush(): void;
}

/** Opens the file with the sandbox's state. Without a file, the state is not stored. */
export function openSnapshots(file: string | undefined, log: (message: string) => void): Snapshots {
  let collect: (() => Saved) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = leastPauseMs;

  const write = () => {
    timer = undefined;
    if (!file || !collect) return;
    const began = performance.now();
    try {
      mkdirSync(dirname(file), { recursive: true });
      // A new file replaces the old one, so the old state remains if the process dies while writing.
      writeFileSync(`${file}.new`, serialize({ version: VERSION, ...collect() }), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      log(`the state cannot be stored: ${(error as Error).message}`);
    }
    pauseMs = Math.max(leastPauseMs, pausePerWrite * (performance.now() - began));
  };

  return {
    saved: read(file, log),
    start(from) {
      collect = from;
    },
    changed() {
      if (file && collect) timer ??= setTimeout(write, pauseMs).unref();
    },
    flush() {
      if (!timer) return;
      clearTimeout(timer);
      write();
    },
  };
}

function read(file: string | undefined, log: (message: string) => void): Saved {
  if (!file) return {};
  try {
    const { version, ...saved } = deserialize(readFileSync(file)) as Saved;
    if (version === VERSION) return saved;
    log(`the state in ${file} is of another version, and ignored`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log(`the state in ${file} cannot be read: ${error}`);
  }
  return {};
}
