import { HttpResponse, http, type RequestHandler } from 'msw';
import type { Reply } from '../src/lib/api/client.ts';
import { FakeApi, id, problem } from './fake-api.ts';

export const at = '2026-11-20T10:00:00.000Z';
export const later = '2026-11-20T18:00:00.000Z';

type Task = Reply<'GET /api/admin/tasks'>['tasks'][number];
type Payment = Reply<'GET /api/admin/payments'>['payments'][number];
type Transfer = Reply<'GET /api/admin/transfers'>['transfers'][number];
type DeadLetter = Reply<'GET /api/admin/events'>['deadLetters'][number];
type FailedJob = Reply<'GET /api/admin/jobs'>['failed'][number];
type Schedule = Reply<'GET /api/admin/schedules'>['schedules'][number];
type AuditEntry = Reply<'GET /api/admin/audit'>['entries'][number];
type Contact = Reply<'GET /api/admin/contacts'>['contacts'][number];
type Publisher = Reply<'GET /api/admin/publishers'>['publishers'][number];
type WebhookEvent = Reply<'GET /api/admin/webhook-events'>['events'][number];
type OpenSession = Reply<'GET /api/operator/sessions'>['sessions'][number];
type Activity = { id: string; at: string; type: string; source: string; subject: string };
export type Dashboard = Reply<'GET /api/admin/dashboard'>;
export type Automation = Reply<'GET /api/ad-automation-status'>;
export type Campaign = Reply<'GET /api/admin/campaigns'>['campaigns'][number];
export type Revenue = Reply<'GET /api/admin/ad-revenue'>['revenue'][number];
export type Variation = Reply<'GET /api/admin/ad-variations'>['variations'][number];
type Provider = Reply<'GET /api/admin/providers'>['providers'][number];
type Post = Reply<'GET /api/admin/ad-posts'>['posts'][number];
type Newsletters = Reply<'GET /api/admin/newsletters'>;
type Series = Reply<'GET /api/admin/series'>['series'][number];

export function paymentOf(more: Partial<Payment> = {}): Payment {
  return {
    id: 'pay_1',
    transferId: id,
    product: 'guide',
    amount: '4.00',
    refunded: '0.00',
    currency: 'USD',
    status: 'succeeded',
    failure: null,
    refundRequestedAt: null,
    createdAt: at,
    paidAt: at,
    ...more,
  };
}

export function taskOf(more: Partial<Task> = {}): Task {
  return {
    id: 'task_1',
    kind: 'wrong_amount',
    orderId: id,
    paymentId: 'pay_1',
    since: at,
    why: 'It was paid twice.',
    assignedTo: null,
    doneAt: null,
    doneBy: null,
    reason: null,
    ...more,
  };
}

export function campaignOf(more: Partial<Campaign> = {}): Campaign {
  return {
    id: 'camp_1',
    platform: 'google',
    name: 'Leave the exchange',
    status: 'paused',
    budget: { amount: '50.00' },
    allocated: '0.00',
    keywords: ['XRP'],
    adMessage: '',
    targetAudience: '',
    providerId: 'customers/1/campaigns/2',
    hasAd: true,
    performance: null,
    problem: null,
    createdAt: at,
    ...more,
  };
}

export function revenueOf(more: Partial<Revenue> = {}): Revenue {
  return {
    id: 'rev_1',
    source: 'coinzilla',
    amount: '12.50',
    currency: 'USD',
    adNetwork: null,
    campaignId: null,
    kind: 'record',
    at,
    state: 'confirmed',
    reinvestedAt: null,
    ...more,
  };
}

export function variationOf(more: Partial<Variation> = {}): Variation {
  return {
    id: 'ad_1',
    theme: 'wallet-safety',
    text: 'Your keys stay with you. #ad',
    weightedLength: 28,
    timesPosted: 0,
    lastPostedAt: null,
    retiredAt: null,
    createdAt: at,
    ...more,
  };
}

function providerOf(more: Partial<Provider> = {}): Provider {
  return {
    service: 'ads',
    name: 'X',
    configured: true,
    goodAt: null,
    failedAt: null,
    failingSince: null,
    lastError: null,
    failures: 0,
    ...more,
  };
}

const isUnreinvested = ({ state, reinvestedAt }: Revenue) => state === 'confirmed' && reinvestedAt === null;

/** The server as somebody sees it who is signed in as an operator; what they change it remembers as far as tests need it. */
export class OperatorApi extends FakeApi {
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
  /** Null where nobody is signed in. */
  operator: string | null = 'Ada';
  role: 'invited' | 'staff' | 'owner' = 'owner';
  account: Reply<'GET /api/operator/account'> = {
    name: 'Ada',
    role: 'owner',
    mustChangePassword: false,
    hasSecondFactor: false,
    recoveryCodesLeft: 0,
    mayChooseName: true,
  };
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
    deadLetters: 1,
    failedJobs: 0,
    failingProviders: [],
  };
  automation: Automation = {
    autoPostEnabled: true,
    dryRun: false,
    dailyCap: 1,
    windows: [{ name: 'morning', fromHour: 8, toHour: 12 }],
    canPost: true,
    whyNot: null,
    nextPostTime: later,
    totalPosts: 12,
    adPoolSize: 40,
    lastPost: { ad: 'Your keys stay with you. #ad', timestamp: at, window: 'morning' },
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
  campaigns: Campaign[] = [];
  revenue: Revenue[] = [];
  variations: Variation[] = [];
  posts: Post[] = [];
  series: Series[] = [];
  maintenanceMode = false;
  /** Whether one of the services cannot do its work. */
  awayService: 'payment' | null = null;
  /** Services that could not be asked, wherever all are. */
  away: string[] = [];
  /** How many rows of a list are on a page, whatever is asked. */
  pageSize = 50;
  /** Says that something happened, to the pages that are open. */
  happen: (activity: Partial<Activity>) => void = () => {};
  /** Ends the connection that says so; the pages make another one. */
  hangUp: () => void = () => {};

  override handlers(): RequestHandler[] {
    const [log, ...rest] = super.handlers();
    return [
      ...(log ? [log] : []),
      http.get('/api/operator/session', () =>
        this.operator
          ? HttpResponse.json({ name: this.operator, role: this.role, expiresAt: later })
          : problem('operator_required'),
      ),
      http.post('/api/operator/session', async ({ request }) => {
        const { password, name } = (await request.json()) as { password: string; name?: string };
        if (password !== 'right') return problem('wrong_password');
        this.operator = name ?? 'operator';
        return new HttpResponse(null, { status: 204 });
      }),
      http.delete('/api/operator/session', () => {
        this.operator = null;
        return new HttpResponse(null, { status: 204 });
      }),
      // Before all others: whoever is not signed in is told nothing.
      http.all('/api/admin/*', () => (this.operator ? undefined : problem('operator_required'))),
      http.get('/api/operator/account', () => HttpResponse.json(this.account)),
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
      http.post('/api/admin/dashboard/check', () =>
        HttpResponse.json({ agrees: true, checkedAt: at, differences: [], found: [] }),
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
      http.get(
        '/api/admin/transfers',
        this.list('transfers', () => this.transfers),
      ),
      http.get(
        '/api/admin/payments',
        this.list('payments', () => this.payments),
      ),
      http.get('/api/admin/transfers/:id/timeline', ({ params }) =>
        params.id === id
          ? HttpResponse.json({ entries: [{ at, what: 'Paid', detail: 'pay_1, $4.00' }] })
          : problem('transfer_not_found'),
      ),
      http.post('/api/admin/refunds/:id', () => {
        this.payments = this.payments.map((payment) => ({ ...payment, status: 'refunded', refunded: payment.amount }));
        return HttpResponse.json({ payments: this.payments });
      }),
      http.post('/api/admin/concierge/:id/email', () => HttpResponse.json({ ok: true })),
      http.post('/api/admin/bypass-payment/:id', () =>
        HttpResponse.json({ success: true, message: 'Payment bypassed - instructions now available' }),
      ),
      http.get(
        '/api/admin/publishers',
        this.list('publishers', () => this.publishers),
      ),
      http.post('/api/admin/publishers/:domain', ({ params: { domain } }) => {
        this.publishers = this.publishers.map((one) => (one.domain === domain ? { ...one, state: 'allowed' } : one));
        return HttpResponse.json({ success: true, message: `${domain} is allowed` });
      }),
      http.get(
        '/api/admin/webhook-events',
        this.list('events', () => this.webhookEvents),
      ),
    ];
  }

  private peopleHandlers(): RequestHandler[] {
    const change = (taskId: unknown, more: Partial<Task>) => {
      this.tasks = this.tasks.map((task) => (task.id === taskId ? { ...task, ...more } : task));
      return HttpResponse.json(this.tasks.find((task) => task.id === taskId));
    };
    return [
      http.get(
        '/api/admin/tasks',
        this.list('tasks', () => this.tasks),
      ),
      http.post('/api/admin/tasks/:id/assign', async ({ params, request }) =>
        change(params.id, { assignedTo: ((await request.json()) as { to: string | null }).to }),
      ),
      http.post('/api/admin/tasks/:id/close', async ({ params, request }) => {
        const { reason } = (await request.json()) as { reason: string };
        return change(params.id, { doneAt: later, doneBy: this.operator, reason });
      }),
      http.get(
        '/api/admin/contacts',
        this.list('contacts', () => this.contacts),
      ),
      http.get(
        '/api/admin/audit',
        this.list('entries', () => this.audit),
      ),
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

  private adsHandlers(): RequestHandler[] {
    const act = (message: string) => () => HttpResponse.json({ success: true, message });
    return [
      http.get('/api/ad-automation-status', () => HttpResponse.json(this.automation)),
      http.patch('/api/admin/ad-automation', async ({ request }) => {
        const { reason: _, ...change } = (await request.json()) as Partial<Automation> & { reason?: string };
        this.automation = { ...this.automation, ...change };
        return HttpResponse.json(this.automation);
      }),
      http.get('/api/preview-next-ad', () =>
        HttpResponse.json({ preview: { theme: 'tags', message: 'Does your wallet need a tag? #ad' } }),
      ),
      http.post('/api/safe-ad-post', act('It went out on X.')),
      http.post('/api/x-ads/daily-post', act('It went out on X.')),
      http.post('/api/google-ads/initialize-robinhood', act('Campaign initialized successfully')),
      http.post('/api/initialize-advertising', () => {
        this.dashboard = { ...this.dashboard, advertisingInitialized: true };
        return HttpResponse.json({ success: true, message: 'Four campaigns are planned.' });
      }),
      http.get('/api/google-ads/campaigns', () =>
        HttpResponse.json(this.campaigns.filter(({ platform }) => platform === 'google')),
      ),
      http.get(
        '/api/admin/ad-variations',
        this.list('variations', () => this.variations),
      ),
      http.post('/api/admin/ad-variations', async ({ request }) => {
        const added = variationOf({ id: 'ad_new', ...((await request.json()) as object) });
        this.variations = [added, ...this.variations];
        return HttpResponse.json(added, { status: 201 });
      }),
      http.patch('/api/admin/ad-variations/:id', async ({ params, request }) => {
        const {
          retired,
          reason: _,
          ...rest
        } = (await request.json()) as Partial<Variation> & {
          retired?: boolean;
          reason?: string;
        };
        const change = { ...rest, ...(retired === undefined ? {} : { retiredAt: retired ? at : null }) };
        this.variations = this.variations.map((each) => (each.id === params.id ? { ...each, ...change } : each));
        return HttpResponse.json(this.variations.find((each) => each.id === params.id));
      }),
      http.get(
        '/api/admin/ad-posts',
        this.list('posts', () => this.posts),
      ),
      http.get(
        '/api/admin/campaigns',
        this.list('campaigns', () => this.campaigns),
      ),
      http.post('/api/ad-campaigns', async ({ request }) => {
        const { campaignName } = (await request.json()) as { campaignName: string };
        const made = campaignOf({ id: `camp_new_${this.campaigns.length}`, name: campaignName });
        this.campaigns = [made, ...this.campaigns];
        return HttpResponse.json(made, { status: 201 });
      }),
      http.patch('/api/admin/campaigns/:id', async ({ params, request }) => {
        const { status } = (await request.json()) as Pick<Campaign, 'status'>;
        this.campaigns = this.campaigns.map((each) => (each.id === params.id ? { ...each, status } : each));
        return HttpResponse.json(this.campaigns.find((each) => each.id === params.id));
      }),
      http.get(
        '/api/admin/ad-revenue',
        this.list('revenue', () => this.revenue),
      ),
      http.get('/api/admin/ad-revenue/estimates', () => HttpResponse.json(this.estimates())),
      http.post('/api/admin/ad-revenue/confirmation', () => {
        const confirmed = this.estimates();
        this.revenue = this.revenue.map((record) => ({ ...record, state: 'confirmed' }));
        return HttpResponse.json(confirmed);
      }),
      http.get('/api/ad-revenue/unreinvested', () =>
        HttpResponse.json({ revenue: this.revenue.filter(isUnreinvested) }),
      ),
      http.get('/api/admin/reinvestment', ({ request }) => {
        const recordId = new URL(request.url).searchParams.get('recordId');
        return HttpResponse.json(this.reinvestment((record) => recordId === null || record.id === recordId));
      }),
      http.post('/api/admin/reinvestment', () => this.reinvest(() => true)),
      http.post('/api/ad-revenue/:id/reinvest', ({ params }) => this.reinvest((record) => record.id === params.id)),
    ];
  }

  private estimates() {
    const waiting = this.revenue.filter(({ state }) => state === 'estimate');
    const total = waiting.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2);
    return { records: waiting.length, total };
  }

  private reinvestment(which: (record: Revenue) => boolean) {
    const waiting = this.revenue.filter(isUnreinvested).filter(which);
    const cents = waiting.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    const half = (Math.floor(cents / 2) / 100).toFixed(2);
    return {
      records: waiting.length,
      total: (cents / 100).toFixed(2),
      reinvested: half,
      allocations: [{ campaignId: 'camp_1', name: 'Leave the exchange', amount: half }],
      possible: waiting.length > 0,
      why: waiting.length > 0 ? null : 'Nothing waits.',
    };
  }

  private reinvest(which: (record: Revenue) => boolean): Response {
    const answer = this.reinvestment(which);
    this.revenue = this.revenue.map((record) => (which(record) ? { ...record, reinvestedAt: later } : record));
    return HttpResponse.json(answer);
  }

  /**
   * A page of rows: those that have what is looked for, from where the page before ended. They are kept latest first,
   * and turned round for every order but that.
   */
  private page<Name extends string, Row>(request: Request, rows: readonly Row[], name: Name) {
    const { searchParams } = new URL(request.url);
    const search = searchParams.get('search')?.toLowerCase() ?? '';
    const found = rows.filter((row) => JSON.stringify(row).toLowerCase().includes(search));
    const ordered = searchParams.get('sort')?.startsWith('-') === false ? [...found].reverse() : found;
    const start = Number(searchParams.get('cursor') ?? 0);
    const end = start + Math.min(this.pageSize, Number(searchParams.get('limit') ?? this.pageSize));
    const page = { [name]: ordered.slice(start, end) } as Record<Name, Row[]>;
    return { ...page, nextCursor: end < ordered.length ? String(end) : null };
  }

  private list<Row>(name: string, rows: () => readonly Row[]) {
    return ({ request }: { request: Request }) => HttpResponse.json(this.page(request, rows(), name));
  }

  private activityStream(): Response {
    const { readable, writable } = new TransformStream<string, string>();
    const writer = writable.getWriter();
    let count = 0;
    this.happen = (activity) => {
      count++;
      const whole = { id: `e${count}`, at, type: 'payment.succeeded', source: 'payment', subject: id, ...activity };
      void writer.write(`event: activity\ndata: ${JSON.stringify(whole)}\n\n`).catch(() => {});
    };
    this.hangUp = () => void writer.close().catch(() => {});
    // The connection stands as soon as anything comes; ended, it is made again at once.
    void writer.write('retry: 1\n\n').catch(() => {});
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(readable.pipeThrough(new TextEncoderStream()), { headers });
  }
}
