import { HttpResponse, http, type RequestHandler } from 'msw';
import { FakeApi } from './fake-api.ts';
import {
  type Automation,
  at,
  type Campaign,
  campaignOf,
  later,
  type Post,
  type Revenue,
  type Variation,
  variationOf,
} from './operator-rows.ts';

const isUnreinvested = ({ state, reinvestedAt }: Revenue) => state === 'confirmed' && reinvestedAt === null;

/** Fake server with the advertising routes. It stores only the operators' changes that tests read. */
export class AdsApi extends FakeApi {
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
  campaigns: Campaign[] = [];
  revenue: Revenue[] = [];
  variations: Variation[] = [];
  posts: Post[] = [];
  /** The maximum number of rows on a page of a list, even if a request asks for more. */
  pageSize = 50;

  protected adsHandlers(): RequestHandler[] {
    const success = (message: string) => () => HttpResponse.json({ success: true, message });
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
      http.post('/api/safe-ad-post', success('It went out on X.')),
      http.post('/api/x-ads/daily-post', success('It went out on X.')),
      http.post('/api/google-ads/initialize-robinhood', success('Campaign initialized successfully')),
      http.get('/api/google-ads/campaigns', () =>
        HttpResponse.json(this.campaigns.filter(({ platform }) => platform === 'google')),
      ),
      this.list('/api/admin/ad-variations', 'variations', () => this.variations),
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
      this.list('/api/admin/ad-posts', 'posts', () => this.posts),
      this.list('/api/admin/campaigns', 'campaigns', () => this.campaigns),
      http.post('/api/ad-campaigns', async ({ request }) => {
        const { campaignName } = (await request.json()) as { campaignName: string };
        const added = campaignOf({ id: `camp_new_${this.campaigns.length}`, name: campaignName });
        this.campaigns = [added, ...this.campaigns];
        return HttpResponse.json(added, { status: 201 });
      }),
      http.patch('/api/admin/campaigns/:id', async ({ params, request }) => {
        const { status } = (await request.json()) as Pick<Campaign, 'status'>;
        this.campaigns = this.campaigns.map((each) => (each.id === params.id ? { ...each, status } : each));
        return HttpResponse.json(this.campaigns.find((each) => each.id === params.id));
      }),
      this.list('/api/admin/ad-revenue', 'revenue', () => this.revenue),
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
   * Returns one page of the rows that contain the search text, starting at the cursor.
   * The fixtures are in descending order; an ascending `sort` reverses them.
   */
  protected page<Name extends string, Row>(request: Request, rows: readonly Row[], name: Name) {
    const { searchParams } = new URL(request.url);
    const search = searchParams.get('search')?.toLowerCase() ?? '';
    const found = rows.filter((row) => JSON.stringify(row).toLowerCase().includes(search));
    const ordered = searchParams.get('sort')?.startsWith('-') === false ? [...found].reverse() : found;
    const start = Number(searchParams.get('cursor') ?? 0);
    const end = start + Math.min(this.pageSize, Number(searchParams.get('limit') ?? this.pageSize));
    const page = { [name]: ordered.slice(start, end) } as Record<Name, Row[]>;
    return { ...page, nextCursor: end < ordered.length ? String(end) : null };
  }

  protected list<Row>(path: string, name: string, rows: () => readonly Row[]): RequestHandler {
    return http.get(path, ({ request }) => HttpResponse.json(this.page(request, rows(), name)));
  }

  /** Returns the handler of a list whose query is in the request's body. */
  protected search<Row>(path: string, name: string, rows: () => readonly Row[]): RequestHandler {
    return http.post(path, async ({ request }) => {
      const query = new URLSearchParams((await request.json()) as Record<string, string>);
      return HttpResponse.json(this.page(new Request(`${request.url}?${query}`), rows(), name));
    });
  }
}
