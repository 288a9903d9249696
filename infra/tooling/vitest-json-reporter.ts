import { JsonReporter, type TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** The reason for skipping the test. */
    skipNote?: string;
  }
}

/** Vitest's JSON report, extended by the reasons of skipped tests. */
// biome-ignore lint/style/noDefaultExport: how Vitest loads a reporter
export default class extends JsonReporter {
  override async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result();
        if (result.state === 'skipped' && result.note) test.meta().skipNote = result.note;
      }
    }
    await super.onTestRunEnd(modules);
  }
}
