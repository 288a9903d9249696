import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { requiredEmail } from '../inputs.ts';
import { resumeToken } from '../notification.ts';
import {
  highlightsReply,
  hotMeterReply,
  marketReply,
  publisherStates,
  signalsApi,
  signalsReply,
  sourcesReply,
  trendingReply,
} from '../signals.ts';
import { operatorReason } from './admin.ts';

export const GetHotMeter = defineRoute({
  method: 'GET',
  path: '/api/hot-meter',
  summary: 'Coins with more done than usual while the price has not moved, and how each score came about',
  access: 'open',
  reply: hotMeterReply,
});

export const GetSignals = defineRoute({
  method: 'GET',
  path: '/api/signals',
  summary: 'What was done, by whom it was reported, and how sure that is',
  access: 'open',
  reply: signalsReply,
});

export const GetMarket = defineRoute({
  method: 'GET',
  path: '/api/market',
  summary: 'Prices, volumes, mentions and deviations, with source and age',
  access: 'open',
  reply: marketReply,
});

export const GetLeaderHighlights = defineRoute({
  method: 'GET',
  path: '/api/leader-highlights',
  summary: 'At most three deeds worth a look',
  access: 'open',
  reply: highlightsReply,
});

export const GetTrendingCryptos = defineRoute({
  method: 'GET',
  path: '/api/trending-cryptos',
  summary: 'At most five coins that are spoken of more than the day before',
  access: 'open',
  reply: trendingReply,
});

export const StreamSignals = defineRoute({
  method: 'GET',
  path: '/api/signals/events',
  summary: 'Server-sent events: says when there is something new',
  access: 'open',
  reply: z.string().meta({ description: 'text/event-stream' }),
});

const ok = z.object({ ok: z.literal(true) });

export const SubscribeSignals = defineRoute({
  method: 'POST',
  path: '/api/signal-subscriptions',
  summary: 'Asks for signals by e-mail; a mail asks back, and the answer never says whether the address was known',
  access: 'open',
  body: z.strictObject({ email: requiredEmail }),
  reply: ok,
  status: 200,
  idempotent: true,
  errors: ['overloaded', 'maintenance'],
  shedFirst: true,
});

export const ConfirmSubscription = defineRoute({
  method: 'POST',
  path: '/api/signal-subscriptions/confirm',
  summary: 'Confirms the subscription by the token of the mail',
  access: 'open',
  body: z.strictObject({ token: resumeToken }),
  reply: ok,
  status: 200,
  idempotent: true,
  errors: ['link_expired'],
});

export const ListSignalSources = defineRoute({
  method: 'GET',
  path: '/api/admin/signal-sources',
  summary: 'How each source of the signals does',
  access: 'operator',
  reply: sourcesReply,
});

export const AdminPublishers = defineRoute({
  method: 'GET',
  path: '/api/admin/publishers',
  summary: 'Who wrote what the signals are made of, and whether it counts and is linked to',
  access: 'operator',
  query: signalsApi.listPublishers.query,
  reply: signalsApi.listPublishers.reply,
});

export const AdminDecidePublisher = defineRoute({
  method: 'POST',
  path: '/api/admin/publishers/{domain}',
  summary: 'Allows a publisher, blocks it, or lets it wait again',
  access: 'operator',
  act: 'Decide on a publisher',
  params: z.object({ domain: z.string().max(253) }),
  body: z.strictObject({ state: z.enum(publisherStates), reason: operatorReason.optional() }),
  reply: signalsApi.decidePublisher.reply,
  status: 200,
  idempotent: true,
});

export const RefreshSignals = defineRoute({
  method: 'POST',
  path: '/api/admin/signals/refresh',
  summary: 'Looks at all sources now; one such run at a time',
  access: 'operator',
  act: 'Ask all sources',
  body: z.strictObject({ reason: operatorReason.optional() }).default({}),
  reply: z.object({ started: z.boolean() }),
  status: 202,
});
