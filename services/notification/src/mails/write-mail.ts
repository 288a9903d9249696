import type { ReadyMail } from '../domain/notification.ts';
import { addressChangedMail } from './address-changed.ts';
import { arrivedMail, firstArrivalMail } from './arrived.ts';
import {
  conciergeBoughtMail,
  conciergeLinkMail,
  conciergeMovedMail,
  conciergeRefundedMail,
  conciergeRefundRequestedMail,
} from './concierge.ts';
import { contactReceivedMail } from './contact-received.ts';
import { type Links, linkBlocks, type Mail, type Sender } from './layout.ts';
import { newLinkMail } from './new-link.ts';
import { deviationAlertMail, marketAnalysisMail, newslettersConfirmationMail, signalsDayMail } from './newsletter.ts';
import { conciergeReceiptMail, receiptMail } from './receipt.ts';
import { refundMail } from './refund.ts';
import { refundRequestedMail } from './refund-requested.ts';
import { subscriptionNewsMail } from './subscription.ts';
import { subscriptionConfirmationMail } from './subscription-confirmation.ts';
import { waitlistJoinedMail } from './waitlist-joined.ts';

/** Writes a mail. @param to `former` is true for the owner's former address */
export function writeMail(sender: Sender, links: Links, mail: ReadyMail, to = { former: false }): Mail {
  if (mail.transferId === null) {
    switch (mail.template) {
      case 'waitlist_joined':
        return waitlistJoinedMail(sender, links);
      case 'subscription_asked':
        return subscriptionConfirmationMail(sender, links);
      case 'newsletters_asked':
        return newslettersConfirmationMail(sender, links);
      case 'market_analysis':
        return marketAnalysisMail(sender, links, mail.facts);
      case 'deviation_alert':
        return deviationAlertMail(sender, links, mail.facts);
      case 'signals_day':
        return signalsDayMail(sender, links, mail.facts);
      case 'concierge_link':
        return conciergeLinkMail(sender, links);
      case 'concierge_moved':
        return conciergeMovedMail(sender, mail.facts);
      case 'concierge_bought':
        return conciergeBoughtMail(sender, links, mail.facts);
      case 'concierge_refund_requested':
        return conciergeRefundRequestedMail(sender, links, mail.facts);
      case 'concierge_refunded':
        return conciergeRefundedMail(sender, mail.facts);
      case 'subscription_news':
        return subscriptionNewsMail(sender, links, mail.contactId, mail.facts);
    }
  }
  const { transferId } = mail;
  switch (mail.template) {
    case 'receipt':
      return receiptMail(sender, links, { transferId, ...mail.facts });
    case 'concierge_receipt':
      return conciergeReceiptMail(sender, links, { transferId, ...mail.facts });
    case 'address_changed':
      return addressChangedMail(sender, links, { transferId, ...mail.facts, former: to.former });
    case 'first_arrival':
      return firstArrivalMail(sender, links, { transferId, ...mail.facts });
    case 'arrived':
      return arrivedMail(sender, links, { transferId, ...mail.facts });
    case 'refund':
      return refundMail(sender, links, { transferId, ...mail.facts });
    case 'refund_requested':
      return refundRequestedMail(sender, {
        orderId: transferId,
        at: mail.facts.at,
        usable: 'what you bought',
        links: linkBlocks('Open your transfer', links),
      });
    case 'new_link':
      return newLinkMail(sender, links, { transferId });
    case 'contact_received':
      return contactReceivedMail(sender, links, { transferId });
  }
}
