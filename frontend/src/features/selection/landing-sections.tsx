import { useQuery } from '@tanstack/react-query';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { configQuery } from '../../lib/api/config.ts';
import { cx } from '../../ui/cx.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Drawing, type DrawingName } from '../../ui/drawing.tsx';
import { Card } from '../../ui/layout.tsx';
import { SupportLine } from '../../ui/support-line.tsx';

/** Shows the facts that build trust: the promises, the price and the process. */
export function LandingSections() {
  const { data: config } = useQuery(configQuery);
  return (
    <>
      <div className="grid gap-10 md:grid-cols-2 md:gap-6 lg:gap-8">
        <Section id="safety" title="Safety">
          <Card as="ul" className="grid content-between gap-3">
            <Pledge good>We check your address before you send.</Pledge>
            <Pledge good>We watch the XRP network and tell you when your XRP arrives.</Pledge>
            <Pledge>We never touch your XRP. You send it yourself.</Pledge>
            <Pledge>
              We never ask for your password or recovery phrase. Anyone who does is a scammer, even if they use our
              name.
            </Pledge>
          </Card>
        </Section>
        <Section id="fees" title="Fees">
          <Card as="dl" className="grid">
            <Fee name="Guide for one transfer" price={`$${formatCents(prices.guide)}`}>
              Same price for any amount. {refundTerms.guide}
            </Fee>
            {config?.conciergeOffered && (
              <Fee name="Optional concierge" price={`$${formatCents(prices.concierge)}`}>
                ${formatCents(prices.bundle)} total with the guide. {refundTerms.concierge}
              </Fee>
            )}
            <Fee name="Your exchange’s own fee" price="varies">
              Your exchange shows its fee before you confirm.
            </Fee>
          </Card>
        </Section>
      </div>
      <Section id="how-it-works" title="How it works">
        <Card as="ol" className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
          <Step number={1} title="Choose" drawing="exchange">
            Choose your exchange and your wallet.
          </Step>
          <Step number={2} title="Pay" drawing="receipt">
            ${formatCents(prices.guide)} buys a guide for your exchange and wallet.
          </Step>
          <Step number={3} title="Send" drawing="test">
            Send a small test first, from your own account.
          </Step>
          <Step number={4} title="Arrived" drawing="wallet">
            We’ll tell you when your XRP arrives.
          </Step>
        </Card>
      </Section>
    </>
  );
}

/** Answers frequent questions. */
export function HelpSection() {
  const { data: config } = useQuery(configQuery);
  return (
    <Section id="help" title="Help">
      <Card className="py-1 sm:py-2">
        <Disclosure title="Do I need a destination tag?">
          Not for your own wallet. Leave the field blank, or choose “no tag.” Tags are for exchanges, which hold many
          people’s XRP at one address.
        </Disclosure>
        <Disclosure title="My exchange makes me wait. Is that normal?">
          Yes. After you add an address or buy XRP, many exchanges make you wait hours or days to protect you. Your
          guide tells you how long.
        </Disclosure>
        <Disclosure title="What if I send XRP to the wrong address?">
          No one can get it back, not even us. So we check your address before you send.
        </Disclosure>
        <Disclosure title="How do I reach a person?">
          {config ? (
            <SupportLine support={config.support} />
          ) : (
            'By email. Our email address is at the bottom of every page.'
          )}
        </Disclosure>
      </Card>
    </Section>
  );
}

function Pledge({ good, children }: { good?: boolean; children: ReactNode }) {
  const Icon = good ? Check : X;
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-3">
      <Icon aria-hidden className={cx('mt-0.5 size-5.5', good ? 'text-good' : 'text-bad')} strokeWidth={2.5} />
      <span>{children}</span>
    </li>
  );
}

function Fee({ name, price, children }: { name: string; price: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <dt className="min-w-[min(10rem,100%)] flex-1 text-lg font-semibold leading-snug">{name}</dt>
      <dd className="tabular text-lg font-semibold leading-snug">{price}</dd>
      <dd className="w-full text-ink-2">{children}</dd>
    </div>
  );
}

function Step({
  number,
  title,
  drawing,
  children,
}: {
  number: number;
  title: string;
  drawing: DrawingName;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[80px_minmax(0,1fr)] gap-x-4 gap-y-3 lg:grid-cols-1">
      <Drawing of={drawing} className="max-lg:h-[64px] max-lg:w-[80px]" />
      <div className="grid content-start gap-0.5">
        <h3 className="text-lg">
          <span aria-hidden className="mr-2 text-water">
            {number}
          </span>
          {title}
        </h3>
        <p className="text-ink-2">{children}</p>
      </div>
    </li>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    // The rows make the card as tall as the section beside it.
    <section aria-labelledby={id} className="grid grid-rows-[auto_1fr] gap-4">
      <h2 id={id} tabIndex={-1} className="scroll-mt-6 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
