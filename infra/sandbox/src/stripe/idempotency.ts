import { createHash } from 'node:crypto';
import { type Answer, type Call, type SavedReply, setBounded } from './account.ts';
import { invalid, StripeError } from './errors.ts';

/**
 * Runs `work` at most once per idempotency key (https://docs.stripe.com/api/idempotent_requests).
 * A repeated request gets the first answer, even if that was an error. Answers to requests that failed validation are
 * not stored.
 * @throws StripeError with status 400 if the key was used with another path or other parameters, and with 409 while
 * the first request is in progress
 */
export async function answerOnce(
  call: Call,
  path: string,
  form: string,
  work: () => Promise<Answer & { isInvalid: boolean }>,
): Promise<Answer & { replayOf?: string | null }> {
  const key = call.idempotencyKey;
  if (key === null) return work();
  if (key.length > 255) throw invalid('Idempotency-Key must be at most 255 characters long.');

  const paramsDigest = createHash('sha256').update(form.split('&').sort().join('&')).digest('base64');
  const first = call.account.replies.get(key);
  if (first) return replay(first, key, path, paramsDigest);

  const saved: SavedReply = { path, paramsDigest, requestId: call.requestId };
  setBounded(call.account.replies, key, saved);
  const { isInvalid, ...answer } = await work();
  if (isInvalid) call.account.replies.delete(key);
  else saved.answer = answer;
  return answer;
}

function replay(first: SavedReply, key: string, path: string, paramsDigest: string) {
  const refusal = (message: string) => new StripeError(400, { type: 'idempotency_error', message });
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
  if (first.path !== path) {
    throw refusal(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${first.path}'). ${advice}`,
    );
  }
  if (first.paramsDigest !== paramsDigest) {
    throw refusal(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
    );
  }
  if (!first.answer) {
    throw new StripeError(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    });
  }
  return { ...first.answer, replayOf: first.requestId };
}
