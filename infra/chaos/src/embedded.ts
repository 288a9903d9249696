import { join } from 'node:path';
import { findRunningPostgres } from '../../postgres/running.ts';
import { findFreePorts } from '../../process/free-port.ts';
import { startTarget } from '../../process/target.ts';
import {
  commonSettings,
  createOpenFolder,
  type Installation,
  publishableKey,
  type RestartingProcess,
  startRestarting,
  stop,
} from './installation.ts';
import type { Fault } from './plan.ts';
import { listProcesses, postgresFaults, repeatEvents, signalAll } from './postgres-faults.ts';
import { mountSmallDisk } from './small-disk.ts';

/**
 * Starts the product in one process with its own database, and the third parties in another process.
 * @param started receives all that must be stopped, also after an error
 * @param options.canFill false for a database on the disk of the folder, which is not filled
 */
export async function startEmbedded(
  folder: string,
  started: AsyncDisposableStack,
  { canFill = true } = {},
): Promise<Installation> {
  const dataDir = await createOpenFolder(join(folder, 'embedded'));
  const disk = canFill
    ? started.adopt(await mountSmallDisk(dataDir, 'the disk of PostgreSQL is full'), stop)
    : undefined;
  const port = await findFreePorts([0, 1, 2]);
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${port + 1}`;
  const shared = {
    PUBLIC_URL: `http://localhost:${port}`,
    STRIPE_WEBHOOK_SECRET: 'whsec_shared_with_the_sandbox',
  };
  const sandbox = started.adopt(
    startTarget({
      ...shared,
      TARGET: 'sandbox',
      SANDBOX_PORT: String(port + 1),
      STRIPE_WEBHOOK_TARGET: `${url}/webhooks/stripe`,
      DATA_DIR: await createOpenFolder(join(folder, 'sandbox')),
    }),
    stop,
  );
  await sandbox.ready;
  const product = started.adopt(
    await startRestarting('the product', () =>
      startTarget({
        ...commonSettings,
        ...shared,
        PORT: String(port),
        DATA_DIR: dataDir,
        STRIPE_SECRET_KEY: 'sk_sandbox_xrp_bridge',
        STRIPE_PUBLISHABLE_KEY: publishableKey,
        STRIPE_API_BASE: sandboxUrl,
        SMTP_URL: `smtp://127.0.0.1:${port + 2}`,
        XRPL_WS_URL: `ws://127.0.0.1:${port + 1}/xrpl/a,ws://127.0.0.1:${port + 1}/xrpl/b`,
        SIGNAL_SOURCES_URL: `${sandboxUrl}/signal-sources`,
      }),
    ),
    stop,
  );
  const findDatabase = () => findRunningPostgres(dataDir);
  const events = 'select envelope from bus.event';
  return {
    url,
    sandboxUrl,
    events,
    faults: [
      ...processFaults(product, findDatabase),
      ...postgresFaults(findDatabase),
      ...(disk?.faults ?? []),
      repeatEvents(findDatabase, events),
    ],
    findDatabase,
    countExits: product.countExits,
    output: product.output,
  };
}

function processFaults(product: RestartingProcess, findDatabase: () => Promise<string>): Fault[] {
  return [
    { name: 'the product is killed', seconds: [1, 8], begin: product.kill, end: product.start },
    {
      name: 'the power fails: the product and PostgreSQL are killed',
      seconds: [1, 8],
      async begin() {
        const database = await listProcesses(await findDatabase());
        const killed = product.kill();
        signalAll(database, 'SIGKILL');
        await killed;
      },
      end: product.start,
    },
    {
      // The time is longer than that of a job's lock, after which another worker may take the job.
      name: 'the product freezes',
      seconds: [35, 45],
      begin: async () => product.signal('SIGSTOP'),
      end: async () => product.signal('SIGCONT'),
    },
  ];
}
