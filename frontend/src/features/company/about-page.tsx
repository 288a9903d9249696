import { prices as cents, formatCents } from '@xrp-bridge/contracts/prices';
import { CheckList } from '../../ui/check-list.tsx';
import { Card } from '../../ui/layout.tsx';
import { CompanyPage, Part } from './company-page.tsx';

/** Shows the company's name and address, its income, and the limits of its service. */
export function AboutPage() {
  return (
    <CompanyPage
      name="about"
      lead={<p>We write step-by-step guides that help you move your XRP to your own wallet.</p>}
    >
      {({ productName, company, prices, conciergeOffered }) => (
        <>
          <Part title="Who runs this site">
            <Card as="dl" className="grid gap-3">
              <Fact term="Company">{company.legalName ?? 'Not filled in yet'}</Fact>
              <Fact term="Postal address">{company.postalAddress ?? 'Not filled in yet'}</Fact>
              <Fact term="Site">{productName}</Fact>
            </Card>
            <p>We’re independent. We’re not part of any exchange, wallet company, or Ripple.</p>
          </Part>
          <Part title="We never touch your XRP">
            <p>
              You move your XRP yourself, in your own exchange account. It goes straight from there to your wallet and
              never passes through us.
            </p>
            <CheckList
              points={[
                'We never ask for your recovery phrase, your passwords, or your codes.',
                'We can’t send, hold, or freeze your XRP.',
                'We never call you or message you first.',
                'We look up your address on the XRP network, as anyone can. That’s how we see your XRP arrive.',
              ]}
            />
          </Part>
          <Part title="How we earn money">
            <p>
              You pay ${prices.guide} for a guide{conciergeOffered && `, or $${prices.bundle} with our concierge`}.
              Signals by email cost ${formatCents(cents.signals)} a month. Some pages also show ads, marked “Ad.” You’ll
              never see one where you pay or where you copy your address.
            </p>
          </Part>
          <Part title="What we’re not">
            <p>
              We’re not a bank, an exchange, or a wallet. We don’t give financial, tax, or legal advice. Whether you
              move your XRP is your decision.
            </p>
          </Part>
        </>
      )}
    </CompanyPage>
  );
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <dt className="text-ink-2">{term}</dt>
      <dd className="font-semibold wrap-break-word">{children}</dd>
    </div>
  );
}
