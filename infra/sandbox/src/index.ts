export { type Sandbox, type SandboxOptions, startSandbox } from './server.ts';
export type { Saved } from './snapshots.ts';
