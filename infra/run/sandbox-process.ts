import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Environment } from '@xrp-bridge/runtime/config';
import { ConfigError } from '@xrp-bridge/runtime/errors';

export interface SandboxProcess {
  url: string;
  smtpUrl: string;
  /** The ledger's servers, in the format of XRPL_WS_URL. */
  xrplUrl: string;
  /**
   * The base URL of the sandbox's signal sources (prices, mentions, development activity).
   * The value for SIGNAL_SOURCES_URL.
   */
  signalSourcesUrl: string;
  stop(): Promise<void>;
}

/** The settings that the sandbox receives. Secrets and the database URL are not passed on. */
const itsSettings = [
  'PATH',
  'NODE_COMPILE_CACHE',
  'HOST',
  'DATA_DIR',
  'MODE',
  'LOG_LEVEL',
  'PUBLIC_URL',
  'PRODUCT_NAME',
  'SANDBOX_PORT',
  'SANDBOX_SMTP_PORT',
  'STRIPE_WEBHOOK_TARGET',
  'STRIPE_WEBHOOK_SECRET',
];

const entry = fileURLToPath(import.meta.resolve('@xrp-bridge/sandbox/main'));

/**
 * Starts the sandbox as a child process, which ends with this process.
 * @throws ConfigError if the sandbox does not become ready
 */
export async function startSandboxProcess(environment: Environment, onExit: () => void): Promise<SandboxProcess> {
  const child: ChildProcess = fork(entry, {
    env: Object.fromEntries(itsSettings.map((name) => [name, environment[name]])),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let stopping = false;
  const ready = await new Promise<Omit<SandboxProcess, 'stop'>>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Omit<SandboxProcess, 'stop'>));
    child.once('error', reject);
    child.once('exit', (code) => reject(new ConfigError(`The sandbox stopped while starting (exit ${code}).`)));
  });
  child.once('exit', () => {
    if (!stopping) onExit();
  });
  return {
    ...ready,
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
