import { describe, expect, it } from 'vitest';
import { type Delivery, hourMs, mostAnswersADay, mostMailsAnHour, mostRequestedADay, roomFor } from './mailbox.ts';

describe('the mail limit of a mailbox', () => {
  const start = Date.parse('2026-11-21T10:00:00Z');
  const deliveries = (count: number, changes: Partial<Delivery> = {}): Delivery[] =>
    Array.from({ length: count }, (_, n) => ({
      transferId: `t${n}`,
      template: 'receipt',
      at: new Date(start + n * 1000),
      ...changes,
    }));
  const receipt = { template: 'receipt', transferId: 't0' } as const;
  const alarm = { template: 'address_changed', transferId: 't0' } as const;

  const room = (mail: Parameters<typeof roomFor>[0], lastDay: readonly Delivery[]) =>
    roomFor(mail, lastDay, new Date(start + 60_000));

  it('delays the next mail until the oldest mail is an hour old', () => {
    expect(room(receipt, deliveries(mostMailsAnHour - 1))).toBe('now');
    expect(room(receipt, deliveries(mostMailsAnHour))).toEqual(new Date(start + hourMs));
    expect(room(receipt, deliveries(mostMailsAnHour + 2))).toEqual(new Date(start + 2000 + hourMs));
  });

  it('drops an answer to a message instead of delaying it', () => {
    expect(room({ ...receipt, template: 'contact_received' }, deliveries(mostMailsAnHour))).toBe('never');
  });

  it('allows three answers a day for all transfers together', () => {
    const answer = { ...receipt, template: 'contact_received' } as const;
    expect(room(answer, deliveries(mostAnswersADay - 1, { template: 'contact_received' }))).toBe('now');
    expect(room(answer, deliveries(mostAnswersADay, { template: 'waitlist_joined' }))).toBe('now');
    const evening = new Date(start + 10 * hourMs);
    expect(roomFor(answer, deliveries(mostAnswersADay, { template: 'contact_received' }), evening)).toBe('never');
    expect(roomFor(receipt, deliveries(mostMailsAnHour), evening)).toBe('now');
  });

  it('drops mails that strangers can request once twenty were sent in a day, and sends all others', () => {
    const evening = new Date(start + 10 * hourMs);
    const sent = (count: number) => deliveries(count, { template: 'concierge_link' });
    for (const template of ['concierge_link', 'new_link', 'subscription_asked'] as const) {
      const mail = { template, transferId: null };
      expect(roomFor(mail, sent(mostRequestedADay - 1), evening)).toBe('now');
      expect(roomFor(mail, sent(mostRequestedADay), evening)).toBe('never');
    }
    expect(roomFor(receipt, sent(mostRequestedADay), evening)).toBe('now');
    expect(roomFor(alarm, sent(mostRequestedADay), evening)).toBe('now');
  });

  it('counts alarms and other mails separately', () => {
    expect(room(alarm, deliveries(1000))).toBe('now');
    expect(room({ template: 'concierge_moved', transferId: null }, deliveries(1000))).toBe('now');
    expect(room(receipt, deliveries(1000, { template: 'address_changed' }))).toBe('now');
  });

  it('counts links and newsletters separately', () => {
    const link = { template: 'concierge_link', transferId: null } as const;
    const series = { template: 'deviation_alert', transferId: null } as const;
    expect(room(link, deliveries(1000, { template: 'deviation_alert' }))).toBe('now');
    expect(room(link, deliveries(mostMailsAnHour, { template: 'concierge_link' }))).toBe('never');
    expect(room(series, deliveries(1000))).toBe('now');
    expect(room(series, deliveries(mostMailsAnHour, { template: 'market_analysis' }))).toEqual(
      new Date(start + hourMs),
    );
  });

  it('drops a repeated alarm, and delays an alarm about another transfer', () => {
    expect(room(alarm, deliveries(2, { template: 'address_changed', transferId: 't0' }))).toBe('now');
    expect(room(alarm, deliveries(3, { template: 'address_changed', transferId: 't0' }))).toBe('never');
    expect(room(alarm, deliveries(mostMailsAnHour, { template: 'address_changed', transferId: 't1' }))).toEqual(
      new Date(start + hourMs),
    );
  });
});
