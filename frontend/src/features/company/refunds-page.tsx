import { prices as cents, formatCents } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { Card } from '../../ui/layout.tsx';
import { CompanyPage, Part } from './company-page.tsx';

/**
 * Shows the refund terms and how to request a refund, in the same words as all other screens and
 * mails.
 */
export function RefundsPage() {
  return (
    <CompanyPage name="refunds" lead={<p>Changed your mind? Just ask. You don’t have to tell us why.</p>}>
      {({ prices, conciergeOffered }) => (
        <>
          <Part title="What you can get back">
            <Card as="dl" className="grid gap-4">
              <Term
                of={`Guide, $${prices.guide}`}
              >{`${refundTerms.guide} Once we refund your guide, you can’t use it anymore.`}</Term>
              {conciergeOffered && (
                <Term of={`Concierge, $${prices.concierge}`}>
                  {`${refundTerms.concierge} If we refund only the concierge, you can still use your guide.`}
                </Term>
              )}
              <Term of={`Signals by email, $${formatCents(cents.signals)} a month`}>
                Full refund of each payment within 14 days. Your signals stop right away. To ask, use the link in any
                email with signals.
              </Term>
            </Card>
          </Part>
          <Part title="How to ask">
            <p>{refundWay.how}</p>
            <p>Someone from our team will review it and email you.</p>
          </Part>
          <Part title="When you’ll get your refund">
            <p>{refundWay.back}</p>
            <p>We refund what you paid us. Your exchange’s fees didn’t come to us, so we can’t refund those.</p>
          </Part>
          <Part title="Your XRP">
            <p>
              A refund covers only what you paid us. We never have your XRP, so a refund doesn’t move it. No one can
              undo an XRP transfer.
            </p>
          </Part>
        </>
      )}
    </CompanyPage>
  );
}

function Term({ of, children }: { of: string; children: string }) {
  return (
    <div className="grid gap-1">
      <dt className="font-semibold">{of}</dt>
      <dd className="text-ink-2">{children}</dd>
    </div>
  );
}
