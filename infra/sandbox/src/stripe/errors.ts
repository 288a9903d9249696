import type { PaymentIntent, PaymentMethod } from './objects.ts';

/** The `error` object in Stripe's answers (https://docs.stripe.com/api/errors). */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  doc_url?: string;
  charge?: string;
  payment_intent?: PaymentIntent;
  payment_method?: PaymentMethod;
}

/** Handlers throw this error; routes.ts converts it to Stripe's answer. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = { ...body, ...(body.code && { doc_url: docUrl(body.code) }) };
  }
}

export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

/** Creates a 400 of type invalid_request_error. */
export function invalid(message: string, details: Partial<ErrorBody> = {}): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...details });
}

/** Creates "No such …": with status 404 for an id in the path, 400 for an id in the parameters. */
export function noSuch(what: string, id: string, param: string, status: 400 | 404 = 404): StripeError {
  const message = `No such ${what}: '${id}'`;
  return new StripeError(status, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}
