import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseOnFault } from '../faults.ts';
import { type Account, type Call, internalCall, type Order, type StripeSandbox } from './account.ts';
import { charge, failAuthentication } from './charge.ts';
import { completeSession, orderOf, paySession, successUrl } from './checkout.ts';
import { StripeError } from './errors.ts';
import { type Html, html, sendPage } from './html.ts';
import type { PaymentIntent } from './objects.ts';
import type { Session } from './session-object.ts';

type Form = Record<string, string>;

/** Serves Stripe's hosted pages: Checkout, and the bank's authentication page. */
export function servePages(app: FastifyInstance, stripe: StripeSandbox): void {
  const { faults } = stripe.world;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook(
    'onRequest',
    refuseOnFault(faults, 'stripe', (kind, reply) => reply.code(kind === 'error' ? 500 : 429).send('Try again later')),
  );
  app.addHook('preHandler', () => faults.delay('stripe'));

  app.setNotFoundHandler((_request, reply) =>
    sendPage(reply.code(404), 'Not found', notice('This payment page does not exist.')),
  );
  const sessions = (account: Account) => account.sessions;
  const intents = (account: Account) => account.paymentIntents;

  app.get('/pay/:id', async (request, reply) => {
    const found = find(stripe, request, sessions);
    return found ? showSession(reply, found.call, found.object) : reply.callNotFound();
  });

  app.post('/pay/:id', async (request, reply) => {
    const found = find(stripe, request, sessions);
    if (!found) return reply.callNotFound();
    const { object: session, call } = found;
    if (session.status !== 'open') return showSession(reply, call, session);
    const form = (request.body ?? {}) as Form;
    const email = session.customer_email ?? form.email?.trim() ?? '';
    if (!/^\S+@\S+\.\S+$/.test(email)) {
      return showSession(reply, call, session, form, { field: 'email', message: 'Please enter your e-mail address.' });
    }
    const [month = '', year = ''] = (form.expiry ?? '').split(/[/\s-]+/);
    if (!/^\d{1,2}$/.test(month) || !/^(\d{2}|\d{4})$/.test(year)) {
      const message = 'Please enter the expiry date as month and year, for example 12 / 34.';
      return showSession(reply, call, session, form, { field: 'expiry', message });
    }
    try {
      const card = { number: form.number ?? '', exp_month: Number(month), exp_year: Number(year), cvc: form.cvc ?? '' };
      const intent = paySession(call, session, email, card);
      return reply.redirect(intent?.next_action?.redirect_to_url?.url ?? successUrl(session), 303);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      const field = FIELD_OF[error.body.param ?? ''] ?? 'number';
      return showSession(reply, call, session, form, { field, message: error.message });
    }
  });

  app.get('/authenticate/:id', async (request, reply) => {
    const found = find(stripe, request, intents);
    return found ? showAuthentication(reply, found.object) : reply.callNotFound();
  });

  app.post('/authenticate/:id', async (request, reply) => {
    const found = find(stripe, request, intents);
    if (!found) return reply.callNotFound();
    if (found.object.status !== 'requires_action') return showAuthentication(reply, found.object);
    const isConfirmed = (request.body as Form | null)?.answer === 'yes';
    return reply.redirect(authenticate(found.call, found.object, isConfirmed), 303);
  });
}

/** Finds the object of a hosted page in all accounts, because a hosted page needs no key. */
function find<T>(stripe: StripeSandbox, request: FastifyRequest, kind: (account: Account) => Map<string, T>) {
  const { id } = request.params as { id: string };
  for (const account of stripe.accounts.values()) {
    const object = kind(account).get(id);
    if (object) return { object, call: internalCall(stripe, account) };
  }
}

/** Applies the result of the authentication. Returns the URL to which the customer is redirected. */
function authenticate(call: Call, intent: PaymentIntent, isConfirmed: boolean): string {
  const returnUrl = intent.next_action?.redirect_to_url?.return_url;
  const session = [...call.account.sessions.values()].find(({ payment_intent: id }) => id === intent.id);
  const method = call.account.paymentMethods.get(intent.payment_method ?? '');
  if (isConfirmed && method) charge(call, intent, method, undefined, true);
  else failAuthentication(call, intent);

  if (session) {
    if (intent.status === 'succeeded') completeSession(call, session);
    return session.url ?? successUrl(session);
  }
  if (!returnUrl) return `/c/authenticate/${intent.id}`;
  const back = new URL(returnUrl);
  back.searchParams.set('payment_intent', intent.id);
  back.searchParams.set('payment_intent_client_secret', intent.client_secret as string);
  back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return back.href;
}

const FIELD_OF: Record<string, keyof typeof FIELDS> = { exp_month: 'expiry', exp_year: 'expiry', cvc: 'cvc' };

const FIELDS = {
  email: { label: 'Email', type: 'email', autocomplete: 'email', mode: 'email', hint: '' },
  number: { label: 'Card number', type: 'text', autocomplete: 'cc-number', mode: 'numeric', hint: '' },
  expiry: { label: 'Expiry date', type: 'text', autocomplete: 'cc-exp', mode: 'text', hint: 'Month / year' },
  cvc: { label: 'Security code', type: 'text', autocomplete: 'cc-csc', mode: 'numeric', hint: 'On the back' },
};

interface FormError {
  field: keyof typeof FIELDS;
  message: string;
}

function showSession(reply: FastifyReply, call: Call, session: Session, form: Form = {}, error?: FormError) {
  if (session.status !== 'open') {
    const done = session.mode === 'subscription' ? 'You have subscribed. Thank you.' : 'This has been paid. Thank you.';
    const text = session.status === 'complete' ? done : 'This payment page has expired.';
    const back = session.status === 'complete' ? successUrl(session) : session.cancel_url;
    return sendPage(reply, 'Payment', notice(text, back));
  }
  const total = money(session.amount_total as number, session.currency as string);
  const { items: bought, recurring } = orderOf(call, session);
  const button = recurring ? (recurring.trialDays > 0 ? 'Start the trial' : `Subscribe for ${total}`) : `Pay ${total}`;
  const items = bought.map(
    ({ description, quantity, unitAmount }) =>
      html`<li><span>${description}${quantity > 1 ? ` × ${quantity}` : ''}</span><span>${money(quantity * unitAmount, session.currency as string)}</span></li>`,
  );
  const show = (name: keyof typeof FIELDS) => field(name, name === 'email' ? form.email : undefined, error);
  const content = html`
<h1>Pay by card</h1>
<section class="card" aria-label="What you pay for"><p class="total">${total}</p><ul>${items}</ul>
${recurring ? html`<p>${describeRhythm(recurring)}</p>` : undefined}</section>
${error && html`<p class="error" role="alert" id="error">${error.message}</p>`}
<form class="card" method="post" action="/c/pay/${session.id}">
${session.customer_email ? html`<p>Receipt to ${session.customer_email}</p>` : show('email')}
${show('number')}
<div class="pair">${show('expiry')}${show('cvc')}</div>
<button type="submit">${button}</button>
</form>
${session.cancel_url ? html`<a class="button quiet" href="${session.cancel_url}">Go back without paying</a>` : undefined}
<details><summary>Test cards</summary>
<p>Test cards: 4242 4242 4242 4242 works. 4000 0000 0000 0002 is declined. 4000 0000 0000 9995 has no funds. 4000 0025 0000 3155 asks the bank. 4000 0000 0000 0341 starts a subscription and fails later. Use any future date and any security code.</p>
</details>`;
  return sendPage(reply, button, content, [session.success_url]);
}

function describeRhythm({ interval, trialDays }: NonNullable<Order['recurring']>): string {
  const rhythm = `Charged every ${interval} until you cancel.`;
  return trialDays > 0 ? `Nothing today: the first ${trialDays} days are free. Then: ${rhythm.toLowerCase()}` : rhythm;
}

function field(name: keyof typeof FIELDS, value: string | undefined, error?: FormError): Html {
  const { label, type, autocomplete, mode, hint } = FIELDS[name];
  const isWrong = error?.field === name;
  return html`<div><label for="${name}">${label}${hint ? html` <span class="hint">${hint}</span>` : undefined}</label>
<input id="${name}" name="${name}" type="${type}" value="${value ?? ''}" autocomplete="${autocomplete}" inputmode="${mode}" maxlength="254" required${isWrong ? html` aria-invalid="true" aria-describedby="error" autofocus` : undefined}></div>`;
}

function showAuthentication(reply: FastifyReply, intent: PaymentIntent) {
  if (intent.status !== 'requires_action') {
    const text = intent.status === 'succeeded' ? 'The payment went through.' : 'The payment did not go through.';
    return sendPage(reply, 'Your bank', notice(`${text} You can close this page.`));
  }
  const content = html`
<h1>Your bank asks you to approve this payment</h1>
<form class="card" method="post" action="/c/authenticate/${intent.id}">
<p>A payment of ${money(intent.amount, intent.currency)} is waiting for your approval.</p>
<button type="submit" name="answer" value="yes">Approve the payment</button>
<button class="quiet" type="submit" name="answer" value="no">Decline the payment</button>
</form>`;
  return sendPage(reply, 'Your bank', content, [intent.next_action?.redirect_to_url?.return_url ?? null]);
}

function notice(text: string, back?: string | null): Html {
  return html`<h1>Payment</h1><div class="card"><p>${text}</p>${back ? html`<a class="button" href="${back}">Continue</a>` : undefined}</div>`;
}

function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}
