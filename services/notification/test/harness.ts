import { randomBytes } from 'node:crypto';
import type { BodyInputOf, EventDefinition } from '@xrp-bridge/contracts/define';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import { TransferCompleted, TransferInstructionsReady } from '@xrp-bridge/contracts/transfer-events';
import type { Logger } from '@xrp-bridge/runtime';
import { type TestService, testService } from '@xrp-bridge/runtime/testing';
import { type Sandbox, startSandbox } from '@xrp-bridge/sandbox';
import { expect, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import { notificationService } from '../src/index.ts';
import { createMailer, type Mailer } from '../src/mailer.ts';

export interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

type Data<Definition> = Definition extends EventDefinition<string, infer Facts> ? Facts : never;

export const publicUrl = 'https://bridge.example';

/**
 * Starts the service on PostgreSQL with the sandbox's mail catcher, without its schedules.
 * Tests call the sweeps themselves, because a scheduled sweep after a change of the clock would send mails a second
 * time.
 */
export async function startHarness(
  options: {
    environment?: Record<string, string>;
    clock?: () => Date;
    log?: Logger;
    /** Wraps the mailer for a test. */
    watch?: (mailer: Mailer) => Mailer;
  } = {},
) {
  const { watch, ...rest } = options;
  const sandbox: Sandbox = await startSandbox({ port: 0, publicUrl, webhookSecret: 'whsec_test' });
  const environment = {
    SMTP_URL: sandbox.smtpUrl,
    PUSH_SANDBOX_URL: `${sandbox.url}/push/`,
    WEBHOOK_SANDBOX_URL: `${sandbox.url}/webhook/`,
    PUBLIC_URL: publicUrl,
    SUPPORT_EMAIL: 'help@bridge.example',
    MAIL_RETRY_MS: '20',
    ...options.environment,
  };
  const unscheduled = { ...notificationService, schedules: () => [] };
  const sender = { MODE: 'sandbox', PRODUCT_NAME: 'XRP Bridge', ...environment } as const;
  const service: TestService<Context> = await testService(unscheduled, {
    ...rest,
    environment,
    ...(watch ? { overrides: { mailer: watch(createMailer(sender, () => {})) } } : {}),
  });

  async function control(path: string, body: unknown): Promise<void> {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
  }

  const harness = {
    ...service,
    sandbox,
    async mailsTo(email: string): Promise<SentMail[]> {
      const answer = await fetch(`${sandbox.url}/_sandbox/state`);
      const { mails } = (await answer.json()) as { mails: SentMail[] };
      return mails.filter((mail) => mail.to === email);
    },
    /** Stores an operator's address as confirmed, so that saving it sends no confirmation mail. */
    async confirmAddress(operatorId: string, email: string): Promise<void> {
      const row = { email, confirmed_email: email };
      await service.context.db
        .insertInto('operator_choice')
        .values({ operator_id: operatorId, kinds: [], ...row })
        .onConflict((conflict) => conflict.column('operator_id').doUpdateSet(row))
        .execute();
    },
    /** Waits until exactly `count` mails have arrived, and returns them. */
    expectMails: (email: string, count: number) =>
      eventually(async () => {
        const mails = await harness.mailsTo(email);
        expect(mails.map((mail) => mail.subject)).toHaveLength(count);
        return mails;
      }),
    saveContact: (contact: Partial<BodyInputOf<typeof notificationApi.saveContact>>) =>
      service.client.call(notificationApi.saveContact, {
        body: { transferId: null, email: null, phone: null, reason: 'receipt', message: null, ...contact },
      }),
    pay(transferId: string, facts: Partial<Data<typeof PaymentSucceeded>> = {}) {
      const data: Data<typeof PaymentSucceeded> = {
        paymentId: `pay_${transferId.slice(0, 8)}`,
        transferId,
        product: 'guide',
        amountCents: 400,
        currency: 'USD',
        ...facts,
      };
      return service.publish(PaymentSucceeded, transferId, data);
    },
    release: (transferId: string, facts: Partial<Data<typeof TransferInstructionsReady>> = {}) =>
      service.publish(TransferInstructionsReady, transferId, {
        transferId,
        fromExchange: 'coinbase',
        toWallet: 'xumm',
        serviceFee: '4.00',
        reason: 'paid',
        ...facts,
      }),
    arrive: (transferId: string) => service.publish(TransferCompleted, transferId, { transferId, by: 'ledger' }),
    fault: (kind: 'down' | 'error' | 'slow' | 'bouncing', forMs: number) =>
      control('faults', { provider: 'smtp', kind, forMs }),
    async stop() {
      await service.stop();
      await sandbox.stop();
    },
  };
  return harness;
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;

export function newTransferId(): string {
  return randomBytes(16).toString('hex');
}

/** Returns an address that no other test uses. */
export function newEmail(name = 'ann'): string {
  return `${name}-${randomBytes(4).toString('hex')}@example.com`;
}

export function eventually<Result>(check: () => Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 150_000, interval: 50 });
}

export function resumeTokenIn(mail: SentMail): string {
  const token = /\/resume#t=([\w-]+)/.exec(mail.text)?.[1];
  if (!token) throw new Error('the mail has no resume link');
  return token;
}
