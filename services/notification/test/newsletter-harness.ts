import { notificationApi } from '@xrp-bridge/contracts/notification';
import { type MarketWeek, MarketWeekWritten, UnusualDayFound } from '@xrp-bridge/contracts/signals';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { eventually, type Harness, newEmail, newTransferId, startHarness } from './harness.ts';

interface Choice {
  email?: string | null;
  market: boolean;
  alerts: boolean;
}

/** Starts one notification service for a test file, with helpers for newsletter calls and events. */
export function shareNewsletters() {
  const notification = {} as Harness;
  let aheadMs = 0;
  beforeAll(async () => {
    const started = await startHarness({
      clock: () => new Date(Date.now() + aheadMs),
      environment: { POSTAL_ADDRESS: '1 Bridge Street, 12345 Town' },
    });
    Object.assign(notification, started);
  });
  afterEach(() => notification.fault('bouncing', 0));
  afterAll(() => notification.stop?.());

  const advance = (ms: number) => {
    aheadMs += ms;
  };
  const choose = (orderId: string, body: Choice) =>
    notification.client.call(notificationApi.changeNewsletters, { params: { orderId }, body });
  const read = (orderId: string) => notification.client.call(notificationApi.readNewsletters, { params: { orderId } });
  const confirm = (token: string) => notification.client.call(notificationApi.confirmNewsletters, { body: { token } });
  const stop = (token: string) => notification.client.call(notificationApi.unsubscribe, { body: { token } });

  /** Waits for this many mails, and returns the token of the link `#<link>=…` in the last mail. */
  async function tokenOf(email: string, link: 'confirm' | 'stop', mails: number): Promise<string> {
    const mail = (await notification.expectMails(email, mails)).at(-1);
    const token = new RegExp(`/newsletters#${link}=([\\w.-]+)`).exec(mail?.text ?? '')?.[1];
    if (!token) throw new Error(`the mail has no link to ${link}`);
    return token;
  }

  /** Chooses newsletters for a new order and address, and confirms the address. */
  async function subscriber(choice: { market: boolean; alerts: boolean }, name = 'reader') {
    const [orderId, email] = [newTransferId(), newEmail(name)];
    await choose(orderId, { email, ...choice });
    await confirm(await tokenOf(email, 'confirm', 1));
    return { orderId, email };
  }

  let days = 0;
  /** Returns a day that no other test uses. */
  function nextDay(): string {
    return new Date(Date.UTC(2020, 0, 1 + days++)).toISOString().slice(0, 10);
  }
  const alert = (day: string, more: { coin?: string; time?: string } = {}) => {
    const { coin = 'XRP', time = notification.context.clock().toISOString() } = more;
    return alertOf(day, { [coin]: 2.6 }, time);
  };
  const alertOf = (day: string, sigmas: Record<string, number>, time = notification.context.clock().toISOString()) => {
    const coins = Object.entries(sigmas).map(([coin, sigma]) => ({ coin, sigma }));
    return notification.publish(UnusualDayFound, day, { day, coins }, { time });
  };
  const publishWeek = (to: string) => {
    const week: MarketWeek = {
      from: to,
      to,
      paragraphs: [{ title: 'Prices', text: 'XRP ended the week at $2.10.', sources: [] }],
    };
    return notification.publish(MarketWeekWritten, to, week);
  };

  async function consentsOf(email: string): Promise<string[]> {
    const { db } = notification.context;
    const rows = db.selectFrom('consent').innerJoin('contact', 'contact.id', 'consent.contact_id').select('change');
    return (await rows.where('email', '=', email).orderBy('consent.id').execute()).map(({ change }) => change);
  }

  /** Waits until `count` mails of an issue have been planned, and then sent or dropped. */
  async function expectSettled(issueId: string, count: number) {
    const { db } = notification.context;
    await eventually(async () => {
      const mails = db.selectFrom('mail').select(['sent_at', 'dropped_at']).where('id', 'like', `${issueId}-%`);
      const settled = (await mails.execute()).filter(({ sent_at, dropped_at }) => sent_at ?? dropped_at);
      expect(settled).toHaveLength(count);
    });
  }

  /** Returns the number of addresses that currently receive alerts. */
  async function subscribersNow(): Promise<number> {
    const { subscribers } = await notification.client.call(notificationApi.previewNewsletters);
    return subscribers.alerts;
  }

  return {
    notification,
    advance,
    choose,
    read,
    confirm,
    stop,
    tokenOf,
    subscriber,
    nextDay,
    alert,
    alertOf,
    publishWeek,
    consentsOf,
    expectSettled,
    subscribersNow,
  };
}
