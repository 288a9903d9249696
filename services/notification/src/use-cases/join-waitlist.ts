import { WaitlistJoined } from '@xrp-bridge/contracts/notification';
import type { Context } from '../context.ts';
import { keepEmail } from '../store.ts';
import { planMails } from './plan-mails.ts';

/**
 * Keeps the e-mail of somebody who waits for new keys of the XRP Ledger, and says so by mail: once, however often it is
 * asked. Nobody knows yet what the news will be: a person writes it, to those among the operators' contacts.
 */
export async function joinWaitlist(context: Context, email: string): Promise<void> {
  const { transact, emit, clock } = context;
  await transact(async (tx) => {
    const contactId = await keepEmail(tx, 'quantum_waitlist', email, clock());
    if (contactId === null) return;
    emit(tx, WaitlistJoined, contactId, { contactId, waitlist: 'quantum' });
    const id = `waitlist-${contactId}`;
    await planMails(context, tx, [{ id, transferId: null, contactId, template: 'waitlist_joined', facts: {} }]);
  });
}
