import { WaitlistJoined } from '@xrp-bridge/contracts/notification';
import type { Context } from '../context.ts';
import { insertEmail } from '../store.ts';
import { planMails } from './plan-mails.ts';

/**
 * Inserts a contact for the waitlist for new keys of the XRP Ledger, and plans a confirmation.
 * A repeated call does nothing. Operators later write to these contacts by hand.
 */
export async function joinWaitlist(context: Context, email: string): Promise<void> {
  const { transact, emit, clock } = context;
  await transact(async (tx) => {
    const contactId = await insertEmail(tx, 'quantum_waitlist', email, clock());
    if (contactId === null) return;
    emit(tx, WaitlistJoined, contactId, { contactId, waitlist: 'quantum' });
    const id = `waitlist-${contactId}`;
    await planMails(context, tx, [{ id, transferId: null, contactId, template: 'waitlist_joined', facts: {} }]);
  });
}
