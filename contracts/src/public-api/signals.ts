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
  summary:
    'Lists the coins by heat score (more activity than usual, little price change), with the inputs of each score',
  access: 'open',
  reply: hotMeterReply,
});

export const GetSignals = defineRoute({
  method: 'GET',
  path: '/api/signals',
  summary: 'Lists reported events of the coins, with their sources and confidence',
  access: 'open',
  reply: signalsReply,
});

export const GetMarket = defineRoute({
  method: 'GET',
  path: '/api/market',
  summary: 'Lists prices, volumes, mentions and deviations, with the source and age of the data',
  access: 'open',
  reply: marketReply,
});

export const GetLeaderHighlights = defineRoute({
  method: 'GET',
  path: '/api/leader-highlights',
  summary: 'Lists at most three highlighted events',
  access: 'open',
  reply: highlightsReply,
});

export const GetTrendingCryptos = defineRoute({
  method: 'GET',
  path: '/api/trending-cryptos',
  summary: 'Lists at most five coins with more mentions than on the day before',
  access: 'open',
  reply: trendingReply,
});

export const StreamSignals = defineRoute({
  method: 'GET',
  path: '/api/signals/events',
  summary: 'Server-sent events: one whenever the data change',
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
  summary: 'Sets a publisher to allowed, blocked or waiting',
  access: 'operator',
  auditAction: 'Review a news site',
  params: z.object({ domain: z.string().max(253) }),
  body: z.strictObject({ state: z.enum(publisherStates), ...optionalReason }),
  reply: signalsApi.decidePublisher.reply,
  status: 200,
  idempotent: true,
});

export const RefreshSignals = defineRoute({
  method: 'POST',
  path: '/api/admin/signals/refresh',
  summary: 'Starts a refresh of all sources, unless one is running',
  access: 'operator',
  auditAction: 'Refresh all sources',
  body: z.strictObject({ ...optionalReason }).default({}),
  reply: z.object({ started: z.boolean() }),
  status: 202,
});
