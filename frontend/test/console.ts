import { afterEach, beforeEach, expect, vi } from 'vitest';

const announced: RegExp[] = [];
const said: string[] = [];

/** Announces a line that the page will write to the console in this test: it stays out of the log, and must come. */
export function expectConsole(line: RegExp): void {
  announced.push(line);
}

/** What the page writes after the last answer may come after the test's last look; to be asked while the page is there. */
export async function announcedLines(): Promise<void> {
  await vi.waitFor(
    () => expect(announced.filter((expected) => !said.some((line) => expected.test(line)))).toEqual([]),
    { timeout: 60_000 },
  );
}

/** A test fails when its page writes to the console what the test did not announce. */
export function watchConsole(): void {
  const plain = { warn: console.warn, error: console.error };
  beforeEach(() => {
    announced.length = 0;
    said.length = 0;
    for (const level of ['warn', 'error'] as const) {
      console[level] = (...parts: unknown[]) => {
        const line = parts.map(String).join(' ');
        said.push(line);
        if (!announced.some((expected) => expected.test(line))) plain[level](...parts);
      };
    }
  });
  afterEach(() => {
    try {
      expect(said.filter((line) => !announced.some((expected) => expected.test(line)))).toEqual([]);
    } finally {
      Object.assign(console, plain);
    }
  });
}
