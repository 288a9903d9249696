import { JsonReporter, type TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test was skipped. */
    skipNote?: string;
  }
}

/** Vitest's JSON report, with the reasons that skipped tests gave: its own leaves them out. */
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
