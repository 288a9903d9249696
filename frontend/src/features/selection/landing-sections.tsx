import { useQuery } from '@tanstack/react-query';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import type { ReactNode } from 'react';
import { configQuery } from '../../lib/api/config.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Card } from '../../ui/layout.tsx';
import { Steps } from '../../ui/steps.tsx';
import { SupportLine } from '../../ui/support-line.tsx';

/** The facts that build trust: the process, the price and the promises. */
export function LandingSections() {
  const { data: config } = useQuery(configQuery);
  return (
    <div className="grid gap-12 pt-4">
      <div className="grid gap-12 lg:grid-cols-2 lg:gap-8">
        <Section id="how-it-works" title="How it works">
          <Card>
            <Steps
              steps={[
                { state: 'next', title: 'You choose', text: 'Where your XRP is now, and which wallet is yours.' },
                {
                  state: 'next',
                  title: 'You get your guide',
                  text: 'Steps for exactly your exchange and your wallet, and your address checked on the XRP Ledger.',
                },
                {
                  state: 'next',
                  title: 'You send',
                  text: 'In your own exchange account. We show what to enter, and what to leave empty.',
                },
                {
                  state: 'next',
                  title: 'It arrives',
                  text: 'Within seconds, once your exchange has sent it. We see it on the XRP Ledger and tell you.',
                },
              ]}
            />
          </Card>
        </Section>
        <Section id="fees" title="Fees">
          <Card>
            <dl className="grid">
              <Fee name="One guided transfer" price={`$${formatCents(prices.guide)}`}>
                One payment, whatever the amount you move. {refundTerms.guide}
              </Fee>
              {config?.conciergeOffered && (
                <Fee name="Concierge, if you want it" price={`$${formatCents(prices.concierge)}`}>
                  Together ${formatCents(prices.bundle)}. It is never needed for the transfer. {refundTerms.concierge}
                </Fee>
              )}
              <Fee name="Your exchange’s own fee" price="varies">
                It takes one for the withdrawal, and shows it before you confirm. We have no part in it.
              </Fee>
            </dl>
          </Card>
        </Section>
      </div>
      <Section id="safety" title="Safety">
        <div className="grid gap-4 md:grid-cols-2">
          <Card className="grid content-start gap-2">
            <h3 className="text-lg">What we do</h3>
            <p className="text-ink-2">
              We explain. We check your address on the XRP Ledger before you send, and tell you when your XRP has
              arrived. You do the sending, in your own account.
            </p>
          </Card>
          <Card className="grid content-start gap-2">
            <h3 className="text-lg">What we never do</h3>
            <p className="text-ink-2">
              We never hold your XRP, never ask for your exchange password, and never ask for your recovery phrase.
              Whoever asks for it wants your money, in our name or any other.
            </p>
          </Card>
        </div>
      </Section>
      <Section id="help" title="Help">
        <div className="grid max-w-3xl">
          <Disclosure title="Do I need a destination tag?">
            Not for your own wallet: leave the field empty, or choose “no tag”. Tags are for exchanges, which keep many
            people’s XRP at one address.
          </Disclosure>
          <Disclosure title="Why can I not spend all of my XRP?">
            The XRP Ledger keeps a small reserve in every wallet. It stays yours, but cannot be spent. Your guide looks
            up how much it is, and sees to it that your first payment is enough.
          </Disclosure>
          <Disclosure title="My exchange says I have to wait. Is that normal?">
            Yes. Many exchanges hold new addresses or fresh purchases for hours or days, to protect you. Your guide says
            what yours is known to do.
          </Disclosure>
          <Disclosure title="Can you get my XRP back if I send it to a wrong address?">
            No. No one can. That is why we check it all with you before you send.
          </Disclosure>
          <Disclosure title="How do I reach a person?">
            {config ? <SupportLine support={config.support} /> : 'By e-mail; the address is at the foot of every page.'}
          </Disclosure>
        </div>
      </Section>
    </div>
  );
}

function Fee({ name, price, children }: { name: string; price: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line py-5 first:pt-0 last:border-0 last:pb-0">
      <dt className="min-w-[min(10rem,100%)] flex-1 text-lg font-semibold leading-snug">{name}</dt>
      <dd className="tabular text-lg font-semibold leading-snug">{price}</dd>
      <dd className="w-full text-ink-2">{children}</dd>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid content-start gap-5">
      <h2 id={id} tabIndex={-1} className="scroll-mt-6 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
