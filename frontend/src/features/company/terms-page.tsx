import { prices as cents, formatCents } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/button.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { CompanyPage, Part, Points } from './company-page.tsx';

/** Shows the products and prices, the duties of both sides, and the limits of the service. */
export function TermsPage() {
  return (
    <CompanyPage name="terms" lead={<p>Here’s what you get, what it costs, and what’s up to you.</p>}>
      {({ productName, company, prices, conciergeOffered }) => (
        <>
          <Part title="Who you’re buying from">
            <p>
              {company.legalName
                ? `You’re buying from ${[company.legalName, company.postalAddress].filter(Boolean).join(', ')}.`
                : `You’re buying from the owner of ${productName}.`}
            </p>
          </Part>
          <Part title="What you get">
            <CheckList
              points={[
                `Guide, $${prices.guide}, paid once. You get the steps for one transfer from your exchange to your wallet.`,
                ...(conciergeOffered
                  ? [
                      `Guide with concierge, $${prices.bundle}, paid once. If you already have a guide, you can add the concierge for $${prices.concierge}. The concierge is yours for life.`,
                    ]
                  : []),
                `Signals by email, $${formatCents(cents.signals)} a month after two free months. Cancel anytime.`,
              ]}
            />
            <p>
              All prices are in US dollars. Your exchange and the XRP network charge their own fees. None of that goes
              to us.
            </p>
          </Part>
          <Part title="What we do">
            <CheckList
              points={[
                'We check that your address is valid, and we show you each step.',
                'We watch for your XRP and show you when it arrives.',
                'We answer when you email us.',
              ]}
            />
          </Part>
          <Part title="What’s up to you">
            <Points
              points={[
                'You send your XRP yourself. Check the address and the tag before you do, because no one can undo a transfer.',
                'Send a small test first, as the guide shows you.',
                'Keep your recovery phrase to yourself. No one can replace it, and we never ask for it.',
                'Use your own exchange account and your own wallet.',
              ]}
            />
          </Part>
          <Part title="What we can’t promise">
            <p>
              We never hold your XRP, so we can’t send it or get it back. We don’t run the exchanges, the wallets, or
              the XRP network. They can change, slow down, or stop working. The price of XRP goes up and down. Nothing
              here is advice on money, taxes, or the law.
            </p>
          </Part>
          <Part title="If you change your mind">
            <p>
              Guide: {refundTerms.guide}
              {conciergeOffered && ` Concierge: ${refundTerms.concierge}`}
            </p>
            <p>
              <TextLink to={paths.refunds}>How refunds work</TextLink>
            </p>
          </Part>
          <Part title="The law">
            <p>
              {company.jurisdiction && `The law of ${company.jurisdiction} applies to these terms. `}
              These terms don’t take away any rights you have under the law where you live.
            </p>
          </Part>
        </>
      )}
    </CompanyPage>
  );
}
