/**
 * All error codes, each with its HTTP status and the title to show without a more exact message.
 * Errors are RFC 9457 problem details and never echo the invalid value.
 */
export const problems = {
  invalid_input: { status: 400, title: 'Please check what you entered' },
  invalid_json: { status: 400, title: 'The request body is not valid JSON' },
  invalid_signature: { status: 400, title: 'The signature is missing, wrong or too old' },
  payment_required: { status: 402, title: 'Please pay for your guide first' },
  concierge_required: { status: 402, title: 'This needs the concierge upgrade' },
  operator_required: { status: 401, title: 'Please sign in as an operator' },
  wrong_password: { status: 401, title: 'That password is not right' },
  code_required: { status: 401, title: 'Please enter the code that your app shows' },
  wrong_code: { status: 401, title: 'That code is not right, or was used before' },
  internal_token_required: { status: 401, title: 'This call is for our own services' },
  not_your_transfer: { status: 403, title: 'Please open this transfer in the browser that started it' },
  set_up_required: { status: 403, title: 'Please choose your password and set up your second factor first' },
  refund_over_limit: { status: 403, title: 'This is more than your account may pay back. Please ask an owner' },
  owner_required: { status: 403, title: 'Your account may not do this. Please ask an owner' },
  ip_not_allowed: { status: 403, title: 'This address is not on the operators’ list' },
  cross_site_refused: { status: 403, title: 'This request came from another site' },
  not_found: { status: 404, title: 'There is nothing at this address' },
  transfer_not_found: { status: 404, title: 'The transfer you’re looking for doesn’t exist' },
  order_not_found: { status: 404, title: 'There is no payment for such an order' },
  wallet_guide_not_found: { status: 404, title: 'Guide not available for this wallet' },
  exchange_guide_not_found: { status: 404, title: 'Guide not available for this exchange' },
  task_not_found: { status: 404, title: 'There is no such task' },
  event_not_found: { status: 404, title: 'There is no such event' },
  job_not_found: { status: 404, title: 'There is no such job' },
  session_not_found: { status: 404, title: 'There is no such session' },
  operator_not_found: { status: 404, title: 'There is no such operator' },
  ad_not_found: { status: 404, title: 'There is no such ad' },
  campaign_not_found: { status: 404, title: 'There is no such campaign' },
  revenue_not_found: { status: 404, title: 'There is no such revenue record' },
  method_not_allowed: { status: 405, title: 'This address does not take that method' },
  transfer_closed: { status: 409, title: 'This transfer is closed and can no longer be changed' },
  claim_final: {
    status: 409,
    title: 'It is more than 24 hours since you told us that your XRP arrived. Please write to us',
  },
  already_paid: { status: 409, title: 'This transfer is already paid' },
  already_owned: { status: 409, title: 'You already have the concierge' },
  not_owned: { status: 409, title: 'The concierge of this order is not paid' },
  already_subscribed: { status: 409, title: 'You already get the signals' },
  not_subscribed: { status: 409, title: 'There is no subscription to cancel' },
  campaign_closed: { status: 409, title: 'This campaign has ended' },
  already_exists: { status: 409, title: 'This is here already, and differs' },
  second_factor_required: { status: 409, title: 'Please set up your own second factor first' },
  operator_protected: { status: 409, title: 'This account can only be changed by its owner, or on the server' },
  password_is_a_setting: {
    status: 409,
    title: 'This password is set by OPERATOR_PASSWORD and can only be changed there',
  },
  not_refundable: { status: 409, title: 'This payment can no longer be refunded' },
  link_expired: { status: 410, title: 'This link was already used or has expired' },
  too_large: { status: 413, title: 'That is too large' },
  unsupported_media_type: { status: 415, title: 'Please send JSON' },
  rate_limited: { status: 429, title: 'Too many requests. Please wait a moment' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  upstream_failed: { status: 502, title: 'One of our services did not answer as it should' },
  overloaded: { status: 503, title: 'Many people are here right now. Please try again in a few seconds' },
  maintenance: { status: 503, title: 'We are making an improvement. Please come back in a few minutes' },
  not_ready: { status: 503, title: 'Not ready yet' },
  service_unavailable: { status: 503, title: 'This part is not available right now. Please try again shortly' },
  payment_provider_unavailable: { status: 503, title: 'Card payment is temporarily unavailable' },
  ad_provider_unavailable: { status: 503, title: 'The ad platform does not answer right now' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

export interface FieldProblem {
  /** Dotted path of the field; empty for the whole body. */
  field: string;
  code: string;
  message: string;
}

/** The body of every error response (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  requestId: string;
  errors?: FieldProblem[];
}
