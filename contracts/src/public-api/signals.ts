import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { notificationApi } from '../notification.ts';
import {
  highlightsReply,
  hotMeterReply,
  marketReply,
  publisherStates,
  signalsApi,
  signalsReply,
  trendingReply,
} from '../signals.ts';
import { publish } from './publish.ts';
import { optionalReason } from './reason.ts';

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

export const SubscribeSignals = publish(notificationApi.subscribeSignals, {
  path: '/api/signal-subscriptions',
  access: 'open',
  errors: ['overloaded', 'maintenance'],
  shedFirst: true,
});

export const ConfirmSubscription = publish(notificationApi.confirmSubscription, {
  path: '/api/signal-subscriptions/confirm',
  access: 'open',
});

export const ListSignalSources = publish(signalsApi.listSources, {
  path: '/api/admin/signal-sources',
  access: 'operator',
});

export const AdminPublishers = publish(signalsApi.listPublishers, {
  path: '/api/admin/publishers',
  access: 'operator',
});

export const AdminDecidePublisher = defineRoute({
  method: 'POST',
  path: '/api/admin/publishers/{domain}',
  summary: 'Allows a publisher, blocks it, or lets it wait again',
  access: 'operator',
  auditAction: 'Decide on a publisher',
  params: z.object({ domain: z.string().max(253) }),
  body: z.strictObject({ state: z.enum(publisherStates), ...optionalReason }),
  reply: signalsApi.decidePublisher.reply,
  status: 200,
  idempotent: true,
});

export const RefreshSignals = defineRoute({
  method: 'POST',
  path: '/api/admin/signals/refresh',
  summary: 'Looks at all sources now; one such run at a time',
  access: 'operator',
  auditAction: 'Ask all sources',
  body: z.strictObject({ ...optionalReason }).default({}),
  reply: z.object({ started: z.boolean() }),
  status: 202,
});
