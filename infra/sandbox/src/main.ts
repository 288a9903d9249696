import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { startSandbox } from './server.ts';

const port = z.coerce.number().int().min(0).max(65_535);

const environment = z.object({
  MODE: z.string().refine((mode) => mode !== 'production', {
    error: 'the sandbox never starts in production: set the keys of the real providers and leave it out of TARGET',
  }),
  SANDBOX_PORT: port,
  HOST: z.string(),
  PUBLIC_URL: z.url(),
  STRIPE_WEBHOOK_TARGET: z.url(),
  STRIPE_WEBHOOK_SECRET: z.string(),
  SANDBOX_SMTP_PORT: port,
  DATA_DIR: z.string().optional(),
});

/** An empty variable counts as unset. */
// biome-ignore lint/style/noProcessEnv: the one place where this process reads its settings
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
const publicUrl = given.PUBLIC_URL ?? `http://localhost:${given.PORT ?? 3000}`;
const settings = environment.safeParse({
  MODE: 'sandbox',
  SANDBOX_PORT: Number(given.PORT ?? 3000) + 1,
  HOST: '127.0.0.1',
  PUBLIC_URL: publicUrl,
  STRIPE_WEBHOOK_TARGET: `http://127.0.0.1:${given.PORT ?? 3000}/webhooks/stripe`,
  STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64url')}`,
  SANDBOX_SMTP_PORT: 0,
  ...given,
});
if (!settings.success) {
  for (const issue of settings.error.issues) console.error(`${issue.path.join('.')}: ${issue.message}`);
  process.exit(1);
}

const { data } = settings;
const sandbox = await startSandbox({
  port: data.SANDBOX_PORT,
  host: data.HOST,
  publicUrl: data.PUBLIC_URL,
  webhookTarget: data.STRIPE_WEBHOOK_TARGET,
  webhookSecret: data.STRIPE_WEBHOOK_SECRET,
  smtpPort: data.SANDBOX_SMTP_PORT,
  ...(data.DATA_DIR && { stateFile: join(data.DATA_DIR, 'sandbox-state') }),
  log: (message) => console.error(`sandbox: ${message}`),
}).catch((error: Error) => {
  console.error(
    `The sandbox cannot start: ${error.message}\nChoose another port with SANDBOX_PORT=…, or others for everything with PORT=…`,
  );
  process.exit(1);
});

const stop = () => sandbox.stop().finally(() => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
process.once('disconnect', stop);

if (process.send) {
  const urls = {
    url: sandbox.url,
    smtpUrl: sandbox.smtpUrl,
    xrplUrl: sandbox.xrplUrl,
    signalSourcesUrl: sandbox.signalSourcesUrl,
  };
  // The sandbox stops if the parent process has exited in the meantime.
  process.send({ ready: true, ...urls }, undefined, undefined, (error) => error && void stop());
} else {
  console.log(`Sandbox ready on ${sandbox.url}, mail on ${sandbox.smtpUrl}, ledger on ${sandbox.xrplUrl}`);
  // Like `stripe listen`, a sandbox without a parent process has to show the generated secret.
  if (!given.STRIPE_WEBHOOK_SECRET) console.log(`Webhook signing secret: ${data.STRIPE_WEBHOOK_SECRET}`);
}
