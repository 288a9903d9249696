/**
 * All error codes, each with its HTTP status and a default title.
 * The title is shown if there is no more exact message. Errors are RFC 9457 problem details and never echo the invalid
 * value.
 */
export const problems = {
  invalid_input: { status: 400, title: 'Please check what you entered' },
  invalid_json: { status: 400, title: 'The request body isn’t valid JSON' },
  invalid_signature: { status: 400, title: 'The signature is missing, wrong, or too old' },
  payment_required: { status: 402, title: 'Please pay for your guide first' },
  concierge_required: { status: 402, title: 'You need the concierge for this' },
  operator_required: { status: 401, title: 'Please sign in as an operator' },
  wrong_password: { status: 401, title: 'That password isn’t right' },
  code_required: { status: 401, title: 'Please enter the code from your authenticator app' },
  wrong_code: { status: 401, title: 'That code isn’t right, or it was already used' },
  internal_token_required: { status: 401, title: 'Only our own services can use this' },
  not_your_transfer: { status: 403, title: 'Please open this transfer in the browser you started it in' },
  set_up_required: { status: 403, title: 'Please choose your password and set up two-step sign-in first' },
  refund_over_limit: { status: 403, title: 'This refund is over your limit. Please ask an owner' },
  owner_required: { status: 403, title: 'Your account can’t do this. Please ask an owner' },
  ip_not_allowed: { status: 403, title: 'Operators can’t sign in from this IP address' },
  cross_site_refused: { status: 403, title: 'This request came from another site' },
  not_found: { status: 404, title: 'We couldn’t find that page' },
  transfer_not_found: { status: 404, title: 'The transfer you’re looking for doesn’t exist' },
  order_not_found: { status: 404, title: 'We couldn’t find a payment for that order' },
  wallet_guide_not_found: { status: 404, title: 'Guide not available for this wallet' },
  exchange_guide_not_found: { status: 404, title: 'Guide not available for this exchange' },
  task_not_found: { status: 404, title: 'We couldn’t find that task' },
  event_not_found: { status: 404, title: 'We couldn’t find that event' },
  job_not_found: { status: 404, title: 'We couldn’t find that job' },
  session_not_found: { status: 404, title: 'We couldn’t find that session' },
  operator_not_found: { status: 404, title: 'We couldn’t find that person’s account' },
  ad_not_found: { status: 404, title: 'We couldn’t find that ad' },
  campaign_not_found: { status: 404, title: 'We couldn’t find that campaign' },
  revenue_not_found: { status: 404, title: 'We couldn’t find that record' },
  method_not_allowed: { status: 405, title: 'This URL doesn’t accept that method' },
  transfer_closed: { status: 409, title: 'This transfer is closed and can’t be changed' },
  claim_final: {
    status: 409,
    title: 'You can only undo this for 24 hours. Please email us',
  },
  already_paid: { status: 409, title: 'This transfer is already paid for' },
  already_owned: { status: 409, title: 'You already have the concierge' },
  not_owned: { status: 409, title: 'The concierge on this order hasn’t been paid for' },
  already_subscribed: { status: 409, title: 'You’re already signed up for signals' },
  not_subscribed: { status: 409, title: 'You don’t have a subscription to cancel' },
  campaign_closed: { status: 409, title: 'This campaign has ended' },
  already_exists: { status: 409, title: 'We already have this, with other details' },
  second_factor_required: { status: 409, title: 'Please set up your own two-step sign-in first' },
  operator_protected: {
    status: 409,
    title: 'You can’t do this to your own or the first owner’s account',
  },
  password_is_a_setting: {
    status: 409,
    title: 'Your password is in the OPERATOR_PASSWORD setting. Please change it there',
  },
  not_refundable: { status: 409, title: 'We can no longer refund this payment' },
  link_expired: { status: 410, title: 'This link was already used or has expired' },
  too_large: { status: 413, title: 'What you sent is too large' },
  unsupported_media_type: { status: 415, title: 'Please send JSON' },
  rate_limited: { status: 429, title: 'Too many requests. Please wait a moment' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  upstream_failed: { status: 502, title: 'Part of our site isn’t working. Please try again' },
  overloaded: { status: 503, title: 'Many people are here right now. Please try again in a few seconds' },
  maintenance: { status: 503, title: 'We’re making some improvements. Please come back in a few minutes' },
  not_ready: { status: 503, title: 'The service isn’t ready yet' },
  service_unavailable: { status: 503, title: 'This isn’t working right now. Please try again soon' },
  payment_provider_unavailable: { status: 503, title: 'Card payment is temporarily unavailable' },
  ad_provider_unavailable: { status: 503, title: 'The ad platform isn’t responding right now' },
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
