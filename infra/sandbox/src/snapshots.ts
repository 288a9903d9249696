import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { deserialize, serialize } from 'node:v8';

/** Increment when the type of a stored value changes. Files of other versions are ignored. */
const VERSION = 2;
const leastPauseMs = 1_000;
/** The pause between writes is 50 times the copying of the state, which delays requests. */
const pausePerCopy = 50;

/** State of the clock and the providers, by name. Maps, bigints and shared objects are preserved. */
export type Saved = Record<string, unknown>;

export interface Snapshots {
  /** The state that the last run stored; empty on the first run. */
  saved: Saved;
  /** Starts writing the result of `collect` after each change. */
  start(collect: () => Saved): void;
  /** Schedules a write of the state within a second. */
  changed(): void;
  /** Writes pending changes now, and waits for earlier writes. */
  flush(): Promise<void>;
}

/** Opens the file with the sandbox's state. Without a file, the state is not stored. */
export function openSnapshots(file: string | undefined, log: (message: string) => void): Snapshots {
  let collect: (() => Saved) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = leastPauseMs;
  let writing = Promise.resolve();

  const write = async () => {
    if (!file || !collect) return;
    try {
      const began = performance.now();
      const state = serialize({ version: VERSION, ...collect() });
      pauseMs = Math.max(leastPauseMs, pausePerCopy * (performance.now() - began));
      await mkdir(dirname(file), { recursive: true });
      // A new file replaces the old one, so the old state remains if the process dies while writing. On a busy disk
      // this takes seconds.
      await writeFile(`${file}.new`, state, { mode: 0o600 });
      await rename(`${file}.new`, file);
    } catch (error) {
      log(`the state cannot be stored: ${(error as Error).message}`);
    }
  };

  const writeNext = () => {
    timer = undefined;
    writing = writing.then(write);
  };

  return {
    saved: read(file, log),
    start(from) {
      collect = from;
    },
    changed() {
      if (file && collect) timer ??= setTimeout(writeNext, pauseMs).unref();
    },
    async flush() {
      if (timer) {
        clearTimeout(timer);
        writeNext();
      }
      await writing;
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
