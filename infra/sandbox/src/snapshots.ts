import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { deserialize, serialize } from 'node:v8';

/** Raise it when the type of a stored value changes: a file of another version is ignored. */
const VERSION = 1;
const leastPauseMs = 1_000;
/** Writing takes at most 2 % of the time, however large the state is. */
const pausePerWrite = 50;

/** The state of the clock and the providers, by name. Maps, bigints and shared objects stay as they are. */
export type Saved = Record<string, unknown>;

export interface Snapshots {
  /** The state of the last run; empty on the first one. */
  saved: Saved;
  /** Begins to write what `collect` returns, once something has changed. */
  start(collect: () => Saved): void;
  /** Writes the state within a second. */
  changed(): void;
  /** Writes what has not been written. */
  stop(): void;
}

/** Opens the file that holds the sandbox's state between two runs. Without a file nothing is stored. */
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
      // A process that dies while it writes leaves the previous file.
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
    stop() {
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
