import { describe, expect, it } from 'vitest';
import { type Delivery, hourMs, mailboxOf, mostMailsAnHour, roomFor } from './mailbox.ts';

it.each([
  ['John+shop@Example.COM', 'john@example.com'],
  ['john+a+b@example.com', 'john@example.com'],
  ['j.o.h.n@example.com', 'j.o.h.n@example.com'],
  ['+john@example.com', '+john@example.com'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

describe('room in a mailbox', () => {
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

  it('is there for so many mails an hour; the next one waits until the oldest is an hour old', () => {
    expect(roomFor(receipt, deliveries(mostMailsAnHour - 1))).toBe('now');
    expect(roomFor(receipt, deliveries(mostMailsAnHour))).toEqual(new Date(start + hourMs));
    expect(roomFor(receipt, deliveries(mostMailsAnHour + 2))).toEqual(new Date(start + 2000 + hourMs));
  });

  it('is not kept for an answer that anybody may cause', () => {
    expect(roomFor({ ...receipt, template: 'contact_received' }, deliveries(mostMailsAnHour))).toBe('never');
  });

  it('is kept for alarms, whatever else fills the mailbox, and the other way round', () => {
    expect(roomFor(alarm, deliveries(1000))).toBe('now');
    expect(roomFor({ template: 'concierge_moved', transferId: null }, deliveries(1000))).toBe('now');
    expect(roomFor(receipt, deliveries(1000, { template: 'address_changed' }))).toBe('now');
  });

  it('is kept for a link that somebody waits for, however many newsletters come, which wait for room of their own', () => {
    const link = { template: 'concierge_link', transferId: null } as const;
    const series = { template: 'deviation_alert', transferId: null } as const;
    expect(roomFor(link, deliveries(1000, { template: 'deviation_alert' }))).toBe('now');
    expect(roomFor(link, deliveries(mostMailsAnHour, { template: 'concierge_link' }))).toBe('never');
    expect(roomFor(series, deliveries(1000))).toBe('now');
    expect(roomFor(series, deliveries(mostMailsAnHour, { template: 'market_analysis' }))).toEqual(
      new Date(start + hourMs),
    );
  });

  it('is not taken by an alarm that only repeats, and an alarm about another transfer waits its turn', () => {
    expect(roomFor(alarm, deliveries(2, { template: 'address_changed', transferId: 't0' }))).toBe('now');
    expect(roomFor(alarm, deliveries(3, { template: 'address_changed', transferId: 't0' }))).toBe('never');
    expect(roomFor(alarm, deliveries(mostMailsAnHour, { template: 'address_changed', transferId: 't1' }))).toEqual(
      new Date(start + hourMs),
    );
  });
});
