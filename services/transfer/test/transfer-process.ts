import { randomUUID } from 'node:crypto';
import { openBus } from '@xrp-bridge/runtime/bus/index';
import { baseSettings, readSettings } from '@xrp-bridge/runtime/config';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { startService } from '@xrp-bridge/runtime/service';
import { transferService } from '../src/index.ts';

// Runs the service in a separate process, so that a test can kill it. The schema is already migrated.
const { base, own } = readSettings({ base: baseSettings, own: transferService.settings }, process.env);
const log = createLogger({ level: base.LOG_LEVEL });
const bus = await openBus({ databaseUrl: base.DATABASE_URL, instance: `test-${randomUUID().slice(0, 8)}`, log });
const service = await startService(transferService, { settings: { ...base, ...own }, bus, port: 0, log });
process.send?.({ url: service.url });
// Exits when the parent process is gone.
process.once('disconnect', () => process.exit(0));
