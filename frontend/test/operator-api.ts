import { HttpResponse, http, type RequestHandler } from 'msw';
import type { Reply } from '../src/lib/api/client.ts';
import { AdsApi } from './ads-api.ts';
import { openEventStream } from './event-stream.ts';
import { problem } from './fake-api.ts';
import {
  type Activity,
  type AuditEntry,
  at,
  type Contact,
  type Dashboard,
  type DeadLetter,
  type FailedJob,
  later,
  measureOf,
  type Newsletters,
  type OpenSession,
  type Payment,
  type Publisher,
  providerOf,
  type Schedule,
  type Series,
  type Task,
  type Transfer,
  type WebhookEvent,
} from './operator-rows.ts';
import { id } from './replies.ts';

const notDelivered = { sentAt: null, failedAt: null, failure: null };

/** Fake server with a signed-in operator. It stores only the operator's changes that tests read. */
export class OperatorApi extends AdsApi {
  newsletters: Newsletters = {
    subscribers: { market: 12, alerts: 7, signals: 31, bounced: 1 },
    previews: [
      {
        template: 'deviation_alert',
        sample: false,
        subject: 'XRP had an unusual day',
        text: 'XRP Bridge\n\nThat day is over.',
        html: '<p>That day is over.</p>',
      },
      {
        template: 'market_analysis',
        sample: true,
        subject: 'The market last week',
        text: 'It rose.',
        html: '<p>It rose.</p>',
      },
    ],
  };
  /** The signed-in operator's name, or null. */
  operator: string | null = 'Ada';
  sessionId = 'session_1';
  role: 'invited' | 'staff' | 'owner' = 'owner';
  account: Reply<'GET /api/operator/account'> = {
    name: 'Ada',
    role: 'owner',
    mustChangePassword: false,
    hasSecondFactor: false,
    recoveryCodesLeft: 0,
    mayChooseName: true,
  };
  alerts: Reply<'GET /api/operator/account/alerts'> = {
    email: null,
    emailConfirmed: false,
    webhookUrl: null,
    kinds: ['refund_requests', 'hand_payments', 'disputes', 'accounting', 'system', 'digest', 'weekly'],
    deliveries: { email: notDelivered, webhook: notDelivered },
  };
  instances: Reply<'GET /api/admin/system'>['instances'] = ['bff', 'payment'].map((service) => ({
    service,
    version: '1.0.0',
    commit: null,
    measures: [
      measureOf({ name: 'xrp_bridge.outbox.age' }),
      measureOf({ name: 'xrp_bridge.dead_letters' }),
      measureOf({ name: 'xrp_bridge.queue.jobs', detail: 'failed' }),
    ],
    unread: [],
  }));
  /** The token that confirmed the e-mail address for alerts. */
  alertToken: string | null = null;
  /** The outcome of a test alert. */
  testOutcome: object = { sentAt: at };
  accounts: Reply<'GET /api/operator/accounts'>['accounts'] = [];
  dashboard: Omit<Dashboard, 'away'> = {
    totalRevenue: '4182.36',
    completedTransfers: 731,
    adRevenue: '62.80',
    unreinvestedAmount: '31.40',
    activeCampaigns: 2,
    shouldReinvest: true,
    advertisingInitialized: false,
    openTasks: 2,
    oldestTaskAt: at,
    deadLetters: 1,
    failedJobs: 0,
    failingProviders: [],
  };
  transfers: Transfer[] = [];
  payments: Payment[] = [];
  tasks: Task[] = [];
  deadLetters: DeadLetter[] = [];
  failedJobs: FailedJob[] = [];
  schedules: Schedule[] = [];
  audit: AuditEntry[] = [];
  contacts: Contact[] = [];
  webhookEvents: WebhookEvent[] = [];
  publishers: Publisher[] = [];
  sessions: OpenSession[] = [];
  series: Series[] = [];
  funnel: Pick<Reply<'GET /api/admin/funnel'>, 'paths' | 'before'> = { paths: [], before: [] };
  maintenanceMode = false;
  /** The service that the readiness endpoint reports as not ready, or null. */
  awayService: 'payment' | null = null;
  /** Unreachable services, in the responses that combine all services. */
  away: string[] = [];
  /** Sends an activity event to the open page. */
  sendActivity: (activity: Partial<Activity>) => void = () => {};
  /** Closes the activity stream. The page reconnects. */
  closeActivityStream: () => void = () => {};

  override handlers(): RequestHandler[] {
    const [log, ...rest] = super.handlers();
    return [
      ...(log ? [log] : []),
      http.get('/api/operator/session', () =>
        this.operator
          ? HttpResponse.json({ id: this.sessionId, name: this.operator, role: this.role, expiresAt: later })
          : problem('operator_required'),
      ),
      http.post('/api/operator/session', async ({ request }) => {
        const { password, name } = (await request.json()) as { password: string; name?: string };
        if (password !== 'right') return problem('wrong_password');
        this.operator = name ?? 'operator';
        this.sessionId = 'session_2';
        return new HttpResponse(null, { status: 204 });
      }),
      http.delete('/api/operator/session', () => {
        this.operator = null;
        return new HttpResponse(null, { status: 204 });
      }),
      // This handler is the first, so that without a session all admin routes are refused.
      http.all('/api/admin/*', () => (this.operator ? undefined : problem('operator_required'))),
      http.get('/api/operator/account', () => HttpResponse.json(this.account)),
      http.get('/api/operator/account/alerts', () => HttpResponse.json(this.alerts)),
      http.put('/api/operator/account/alerts', async ({ request }) => {
        const before = this.alerts;
        this.alerts = { ...before, ...((await request.json()) as object) };
        if (this.alerts.email !== before.email) this.alerts.emailConfirmed = false;
        return HttpResponse.json(this.alerts);
      }),
      http.post('/api/operator/account/alerts/confirm', async ({ request }) => {
        this.alerts = { ...this.alerts, emailConfirmed: true };
        this.alertToken = ((await request.json()) as { token: string }).token;
        return HttpResponse.json(this.alerts);
      }),
      http.post('/api/operator/account/alerts/test/:way', ({ params }) => {
        const way = params.way as 'email' | 'webhook';
        const deliveries = { ...this.alerts.deliveries, [way]: { ...notDelivered, ...this.testOutcome } };
        this.alerts = { ...this.alerts, deliveries };
        return HttpResponse.json(this.alerts);
      }),
      http.get('/api/operator/accounts', () => HttpResponse.json({ accounts: this.accounts })),
      http.get('/api/operator/sessions', () => HttpResponse.json({ sessions: this.sessions })),
      http.delete('/api/operator/sessions/:id', ({ params }) => {
        this.sessions = this.sessions.filter((session) => session.id !== params.id);
        return new HttpResponse(null, { status: 204 });
      }),
      http.get('/api/get-client-ip', () => HttpResponse.json({ ip: '203.0.113.7' })),
      http.get('/api/maintenance-status', () => HttpResponse.json({ maintenanceMode: this.maintenanceMode })),
      http.put('/api/maintenance-status', async ({ request }) => {
        this.maintenanceMode = ((await request.json()) as { maintenanceMode: boolean }).maintenanceMode;
        return HttpResponse.json({ maintenanceMode: this.maintenanceMode });
      }),
      ...this.moneyHandlers(),
      ...this.peopleHandlers(),
      ...this.systemHandlers(),
      ...this.adsHandlers(),
      ...rest,
    ];
  }

  private moneyHandlers(): RequestHandler[] {
    return [
      http.get('/api/admin/dashboard', () => HttpResponse.json({ ...this.dashboard, away: this.away })),
      http.post('/api/initialize-advertising', () => {
        this.dashboard = { ...this.dashboard, advertisingInitialized: true };
        return HttpResponse.json({ success: true, message: 'Four campaigns are planned.' });
      }),
      http.post('/api/admin/dashboard/check', () =>
        HttpResponse.json({ agrees: true, checkedAt: at, differences: [], accepted: [], found: [] }),
      ),
      http.get('/api/admin/accounting', () =>
        HttpResponse.json({
          balanced: true,
          totals: {
            stripe_clearing: '8.00',
            revenue_guide: '-8.00',
            revenue_concierge: '0.00',
            revenue_signals: '0.00',
            refunds_guide: '0.00',
            refunds_concierge: '0.00',
            refunds_signals: '0.00',
          },
          paid: '8.00',
          refunded: '0.00',
        }),
      ),
      http.get('/api/admin/series', ({ request }) => {
        const { searchParams } = new URL(request.url);
        const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
        return HttpResponse.json({ from, to, series: this.series, away: this.away });
      }),
      http.get('/api/admin/funnel', ({ request }) => {
        const { searchParams } = new URL(request.url);
        return HttpResponse.json({ from: searchParams.get('from'), to: searchParams.get('to'), ...this.funnel });
      }),
      this.search('/api/admin/transfers/search', 'transfers', () => this.transfers),
      this.list('/api/admin/payments', 'payments', () => this.payments),
      http.get('/api/admin/transfers/:id', ({ params }) => {
        const found = this.transfers.find((transfer) => transfer.id === params.id);
        return found ? HttpResponse.json(found) : problem('transfer_not_found');
      }),
      http.get('/api/admin/transfers/:id/reach', () =>
        HttpResponse.json({ email: 'a•••@example.com', receiptSent: true }),
      ),
      http.get('/api/admin/transfers/:id/timeline', ({ params }) =>
        params.id === id
          ? HttpResponse.json({ entries: [{ at, what: 'Paid', detail: 'pay_1, $4.00' }] })
          : problem('transfer_not_found'),
      ),
      http.post('/api/admin/refunds/:id', async ({ request }) => {
        const { paymentId } = (await request.json()) as { paymentId: string };
        this.payments = this.payments.map((payment) =>
          payment.id === paymentId ? { ...payment, status: 'refunded', refunded: payment.amount } : payment,
        );
        return HttpResponse.json({ payments: this.payments });
      }),
      http.post('/api/admin/concierge/:id/email', () => HttpResponse.json({ ok: true })),
      http.post('/api/admin/bypass-payment/:id', () =>
        HttpResponse.json({ success: true, message: 'Payment bypassed - instructions now available' }),
      ),
      this.list('/api/admin/publishers', 'publishers', () => this.publishers),
      http.post('/api/admin/publishers/:domain', ({ params: { domain } }) => {
        this.publishers = this.publishers.map((one) => (one.domain === domain ? { ...one, state: 'allowed' } : one));
        return HttpResponse.json({ success: true, message: `${domain} is allowed` });
      }),
      this.list('/api/admin/webhook-events', 'events', () => this.webhookEvents),
    ];
  }

  private peopleHandlers(): RequestHandler[] {
    const change = (taskId: unknown, more: Partial<Task>) => {
      this.tasks = this.tasks.map((task) => (task.id === taskId ? { ...task, ...more } : task));
      return HttpResponse.json(this.tasks.find((task) => task.id === taskId));
    };
    return [
      this.list('/api/admin/tasks', 'tasks', () => this.tasks),
      http.post('/api/admin/tasks/:id/assign', async ({ params, request }) =>
        change(params.id, { assignedTo: ((await request.json()) as { to: string | null }).to }),
      ),
      http.post('/api/admin/tasks/:id/close', async ({ params, request }) => {
        const { reason } = (await request.json()) as { reason: string };
        return change(params.id, { doneAt: later, doneBy: this.operator, reason });
      }),
      this.search('/api/admin/contacts/search', 'contacts', () => this.contacts),
      this.list('/api/admin/audit', 'entries', () => this.audit),
    ];
  }

  private systemHandlers(): RequestHandler[] {
    return [
      http.get('/api/admin/activity', () => this.activityStream()),
      http.get('/api/admin/events', ({ request }) =>
        HttpResponse.json({ ...this.page(request, this.deadLetters, 'deadLetters'), away: this.away }),
      ),
      http.post('/api/admin/events/:id/redrive', ({ params }) => {
        this.deadLetters = this.deadLetters.filter((letter) => letter.id !== params.id);
        return HttpResponse.json({ success: true, message: 'The event was handled' });
      }),
      http.get('/api/admin/jobs', (info) => {
        const { failed, nextCursor } = this.page(info.request, this.failedJobs, 'failed');
        return HttpResponse.json({
          failed,
          nextCursor,
          queues: [{ service: 'ads', counts: { waiting: 3, failed: 1 } }],
          away: this.away,
        });
      }),
      http.post('/api/admin/jobs/:service/:id/retry', ({ params }) => {
        this.failedJobs = this.failedJobs.filter((job) => job.id !== params.id);
        return HttpResponse.json({ success: true });
      }),
      http.get('/readyz', () => {
        const payment = this.awayService === 'payment' ? 'not ready' : 'ready';
        const services = { bff: 'ready', payment, signals: 'degraded' };
        return HttpResponse.json({ database: 'ready', bus: 'ready', queue: 'ready', services });
      }),
      http.get('/api/admin/schedules', () => HttpResponse.json({ schedules: this.schedules, away: this.away })),
      http.post('/api/admin/schedules/:service/:name/:act', ({ params }) => {
        this.schedules = this.schedules.map((schedule) =>
          schedule.name === params.name && params.act !== 'run'
            ? { ...schedule, paused: params.act === 'pause' }
            : schedule,
        );
        return HttpResponse.json({ success: true });
      }),
      http.get('/api/admin/system', () => HttpResponse.json({ instances: this.instances, away: this.away })),
      http.get('/api/admin/providers', () =>
        HttpResponse.json({
          away: this.away,
          providers: [
            providerOf({ name: 'Stripe', service: 'payment', goodAt: later, failedAt: at, lastError: 'It was busy' }),
            providerOf({ name: 'Mail server', service: 'notification' }),
            providerOf({ name: 'Meta', failedAt: later, failingSince: at, lastError: 'It is down', failures: 3 }),
            providerOf({ name: 'Bitmedia', configured: false }),
          ],
        }),
      ),
      http.get('/api/admin/signal-sources', () =>
        HttpResponse.json({
          sources: [{ name: 'GDELT', at, stale: false, lastError: null, failures: 0, refused: 2, pausedUntil: null }],
        }),
      ),
      http.get('/api/admin/newsletters', () => HttpResponse.json(this.newsletters)),
      http.post('/api/admin/signals/refresh', () => HttpResponse.json({ started: true }, { status: 202 })),
    ];
  }

  private activityStream(): Response {
    const { response, send, close } = openEventStream();
    let count = 0;
    this.sendActivity = (activity) => {
      count++;
      const whole = { id: `e${count}`, at, type: 'payment.succeeded', source: 'payment', subject: id, ...activity };
      send(`event: activity\ndata: ${JSON.stringify(whole)}\n\n`);
    };
    this.closeActivityStream = close;
    // The first bytes open the connection. With `retry: 1` the page reconnects after one millisecond.
    send('retry: 1\n\n');
    return response;
  }
}
