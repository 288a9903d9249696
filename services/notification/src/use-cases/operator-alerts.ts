import { once } from 'node:events';
import { type AlertWay, alertWays, type OperatorAlerts } from '@xrp-bridge/contracts/operator-alerts';
import { defineJob, type JobRun, PermanentFailure, ProblemError, type Tx } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context, Settings } from '../context.ts';
import { type Alert, type AlertContent, confirmationHours } from '../domain/operator-alert.ts';
import { alertMail, alertMessage, writeAlert } from '../mails/operator-alert.ts';
import {
  type AlertChoices,
  confirmEmail,
  type DeliveryKey,
  findChoices,
  findUndelivered,
  insertAlert,
  insertDeliveries,
  isConfirmed,
  readAlerts,
  takeOverdueDeliveries,
  updateConfirmation,
  updateDelivery,
  updateOutcome,
  upsertChoices,
} from '../operator-alert-store.ts';
import { isOutside, postOutside } from '../post-outside.ts';
import { createToken, hashToken } from '../resume-token.ts';
import type { Tables } from '../tables.ts';
import { graceMs } from './plan-mails.ts';
import { sendTimeoutMs, storeOutcome } from './send-mail.ts';

const webhookTimeoutMs = 5_000;
const testTimeoutMs = 8_000;
const deliveryTimeoutMs = 30_000;
/** Number of overdue deliveries per run. */
const batchSize = 500;

/** Defines the job that sends an alert. Its data is only ids, so that jobs contain no personal data. */
export function defineSendAlert(settings: Pick<Settings, 'MAIL_ATTEMPTS' | 'MAIL_RETRY_MS'>) {
  return defineJob('send-alert', {
    data: z.object({ alertId: z.string(), operatorId: z.string(), way: z.enum(alertWays) }),
    attempts: settings.MAIL_ATTEMPTS,
    backoffMs: settings.MAIL_RETRY_MS,
    timeoutMs: sendTimeoutMs,
  });
}

/** The error of a failed delivery. Its message is shown to the operator and contains no address. */
class AlertFailed extends Error {
  override name = 'AlertFailed';
}

/** Alerts each operator who chose this kind, once per cause. */
export async function planAlert(context: Context, tx: Tx<Tables>, alert: Alert): Promise<void> {
  const now = context.clock();
  if (!(await insertAlert(tx, alert, now))) return;
  for (const delivery of await insertDeliveries(tx, alert.id, addMs(now, graceMs))) {
    enqueueDelivery(context, tx, { ...delivery, runs: 0 });
  }
}

/** Enqueues unsent alerts whose job was lost. A given-up alert is not sent again. */
export async function sendOverdueAlerts(context: Context): Promise<void> {
  const now = context.clock();
  await context.transact(async (tx) => {
    const overdue = await takeOverdueDeliveries(tx, now, addMs(now, graceMs), batchSize);
    for (const delivery of overdue) enqueueDelivery(context, tx, delivery);
  });
}

function enqueueDelivery(
  { enqueue, sendAlert }: Context,
  tx: Tx<Tables>,
  { runs, ...delivery }: DeliveryKey & { runs: number },
): void {
  const { alertId, operatorId, way } = delivery;
  const jobId = `${alertId}-${operatorId}-${way}`;
  enqueue(tx, sendAlert, delivery, { jobId: runs === 0 ? jobId : `${jobId}-${runs}` });
}

/**
 * Sends an alert to one address, and stores the outcome for the operator's account page.
 * The job does not fail after its last attempt, because a failed job would cause the next alert, which would fail too.
 * For the same reason a delivery has a shorter time limit than its job.
 * @throws the failure if a further attempt follows, or the signal's reason if the service stops
 */
export async function sendAlert(
  context: Context,
  delivery: DeliveryKey,
  { attempt, lastAttempt, signal }: Pick<JobRun, 'attempt' | 'lastAttempt' | 'signal'>,
): Promise<void> {
  const { db, clock, log, settings } = context;
  const found = await findUndelivered(db, delivery);
  // The alert was already sent, or the operator has deleted the address.
  if (!found) return updateDelivery(db, delivery, { due_at: null });
  const { operatorId, way, alertId } = delivery;
  const pauseMs = settings.MAIL_RETRY_MS * 2 ** (attempt - 1);
  await updateDelivery(db, delivery, { due_at: addMs(clock(), pauseMs + graceMs) });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(deliveryTimeoutMs)]);
  const failure = await deliver(context, { ...found, way, id: `${alertId}-${operatorId}` }, limit);
  if (failure && signal.aborted) throw signal.reason;
  const isOver = lastAttempt || failure instanceof PermanentFailure;
  await storeOutcome(signal, async () => {
    if (!failure) await updateDelivery(db, delivery, { sent_at: clock() });
    else if (isOver) await updateDelivery(db, delivery, { due_at: null });
    await updateOutcome(db, { operatorId, way, address: found.address }, failure?.message ?? null, clock());
  });
  if (!failure) return;
  if (!isOver) throw failure;
  log.warn({ alertId, operatorId, way, failure: failure.message }, 'an alert was given up');
}

/**
 * Stores an operator's choices.
 * A new address receives a confirmation mail, and no alerts until it is confirmed.
 * @throws ProblemError `invalid_input` for a webhook that is not a public https address
 */
export async function saveAlerts(context: Context, operatorId: string, choices: AlertChoices): Promise<OperatorAlerts> {
  const { db, settings } = context;
  if (choices.webhookUrl && !isOutside(choices.webhookUrl, settings.WEBHOOK_SANDBOX_URL)) {
    throw mistake('webhookUrl', 'Enter a public https address, like https://hooks.slack.com/services/….');
  }
  const before = await findChoices(db, operatorId);
  await upsertChoices(db, operatorId, choices);
  const saved = await readAlerts(db, operatorId);
  const isNew = saved.email !== null && saved.email !== before?.email;
  return isNew && !saved.emailConfirmed ? testAlert(context, operatorId, 'email') : saved;
}

/**
 * Confirms an operator's address with the token of the confirmation mail.
 * @throws ProblemError `link_expired` unless the token is the last one sent to the stored address, unused and in time
 */
export async function confirmAlerts(
  { db, clock }: Context,
  operatorId: string,
  token: string,
): Promise<OperatorAlerts> {
  const { email } = (await findChoices(db, operatorId)) ?? {};
  const isDone = email && (await confirmEmail(db, operatorId, { email, hash: hashOf(token, email) }, clock()));
  if (!isDone) throw new ProblemError('link_expired');
  return readAlerts(db, operatorId);
}

/** Returns the hash of a link and its address, so that the link confirms no other address. */
function hashOf(token: string, email: string): Buffer {
  return hashToken(`${token} ${email}`);
}

/**
 * Sends a test to an operator's stored address.
 * An unconfirmed address gets only a confirmation mail with a new link.
 * @throws ProblemError `invalid_input` if no address is stored
 */
export async function testAlert(context: Context, operatorId: string, way: AlertWay): Promise<OperatorAlerts> {
  const { db, clock } = context;
  const choices = await findChoices(db, operatorId);
  const address = way === 'email' ? choices?.email : choices?.webhook_url;
  if (!address)
    throw mistake(
      way === 'email' ? 'email' : 'webhookUrl',
      way === 'email' ? 'Save an email address first.' : 'Save a webhook first.',
    );
  const now = clock();
  let alert: AlertContent = { kind: 'test', facts: {} };
  if (way === 'email' && choices && !isConfirmed(choices)) {
    const token = createToken();
    await updateConfirmation(db, operatorId, hashOf(token, address), addMs(now, confirmationHours * 3_600_000));
    alert = { kind: 'confirmation', facts: { token } };
  }
  const id = `test-${operatorId}-${now.getTime()}`;
  const failure = await deliver(context, { alert, way, address, id }, AbortSignal.timeout(testTimeoutMs));
  await updateOutcome(db, { operatorId, way, address }, failure?.message ?? null, clock());
  return readAlerts(db, operatorId);
}

/**
 * Sends an alert to one address.
 * @returns the failure in words for the operator, permanent if a further attempt cannot help; null if it was sent
 */
async function deliver(
  context: Context,
  { alert, way, address, id }: { alert: AlertContent; way: AlertWay; address: string; id: string },
  signal: AbortSignal,
): Promise<AlertFailed | PermanentFailure | null> {
  const { settings, mailer } = context;
  const site = settings.PUBLIC_URL.replace(/\/$/, '');
  const sender = { productName: settings.PRODUCT_NAME };
  const text = writeAlert(alert, { site, timeZone: settings.OPERATOR_TIME_ZONE });
  if (way === 'webhook') return postMessage(settings, address, alertMessage(sender, text), signal);
  try {
    const mail = alertMail(sender, site, text, alert.kind !== 'confirmation');
    await Promise.race([mailer.send({ id, to: address }, mail), rejectOnAbort(signal)]);
    return null;
  } catch (error) {
    if (signal.aborted) return new AlertFailed('The mail server didn’t respond in time.');
    return error instanceof PermanentFailure
      ? new PermanentFailure('The mail server says this email address doesn’t exist.')
      : new AlertFailed('The mail server didn’t accept the email.');
  }
}

async function postMessage(
  { WEBHOOK_SANDBOX_URL: sandbox }: Pick<Settings, 'WEBHOOK_SANDBOX_URL'>,
  address: string,
  body: string,
  signal: AbortSignal,
): Promise<AlertFailed | PermanentFailure | null> {
  if (!isOutside(address, sandbox)) return new PermanentFailure('The webhook isn’t a public https address.');
  const headers = { 'content-type': 'application/json' };
  try {
    const status = await postOutside(address, body, { headers, sandbox, timeoutMs: webhookTimeoutMs, signal });
    if (status >= 200 && status < 300) return null;
    if (status >= 300 && status < 400) {
      return new PermanentFailure('The webhook redirected us to another web address. Enter that one instead.');
    }
    const words = `The webhook returned error ${status}.`;
    return status === 429 || status >= 500 ? new AlertFailed(words) : new PermanentFailure(words);
  } catch (error) {
    const late = (error as Error).name === 'AbortError';
    return new AlertFailed(
      late
        ? `The webhook didn’t respond within ${webhookTimeoutMs / 1_000} seconds.`
        : 'We couldn’t reach the webhook.',
    );
  }
}

function addMs(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  await once(signal, 'abort');
  throw signal.reason;
}

function mistake(field: string, message: string): ProblemError {
  return new ProblemError('invalid_input', message, { errors: [{ field, code: 'invalid', message }] });
}
