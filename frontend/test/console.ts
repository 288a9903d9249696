import { afterEach, beforeEach, expect, vi } from 'vitest';

const expectedLines: RegExp[] = [];
const writtenLines: string[] = [];

/**
 * Expects a console line in this test.
 * The test's log hides the line, and the test fails if the line is missing.
 */
export function expectConsole(line: RegExp): void {
  expectedLines.push(line);
}

/**
 * Waits until all expected lines are written.
 * Call this function before the page is unmounted: the page may write a line after the test's last assertion.
 */
export async function waitForExpectedLines(): Promise<void> {
  await vi.waitFor(
    () => expect(expectedLines.filter((expected) => !writtenLines.some((line) => expected.test(line)))).toEqual([]),
    { timeout: 60_000 },
  );
}

/** Makes a test fail when its page writes an unexpected line to the console. */
export function watchConsole(): void {
  const plain = { warn: console.warn, error: console.error };
  beforeEach(() => {
    expectedLines.length = 0;
    writtenLines.length = 0;
    for (const level of ['warn', 'error'] as const) {
      console[level] = (...parts: unknown[]) => {
        const line = parts.map(String).join(' ');
        writtenLines.push(line);
        if (!expectedLines.some((expected) => expected.test(line))) plain[level](...parts);
      };
    }
  });
  afterEach(() => {
    try {
      expect(writtenLines.filter((line) => !expectedLines.some((expected) => expected.test(line)))).toEqual([]);
    } finally {
      Object.assign(console, plain);
    }
  });
}
