import { CheckList } from '../../ui/check-list.tsx';
import { Card } from '../../ui/layout.tsx';
import { CompanyPage, Part, Points } from './company-page.tsx';
import { storedData } from './privacy-texts.ts';

/** Shows the stored data with its retention, the recipients, and the data in the browser. */
export function PrivacyPage() {
  return (
    <CompanyPage
      name="privacy"
      lead={<p>We store as little as we can. Here’s everything we store about you, and for how long.</p>}
    >
      {({ company }) => (
        <>
          <Part title="In short">
            <CheckList
              points={[
                'You don’t need an account, and we don’t ask for your name or phone number.',
                'We never see your card number. It goes straight to Stripe.',
                'We never ask for your recovery phrase. If you paste one here, your browser stops it.',
                'We don’t sell your data, and no ad network’s code runs on our pages.',
              ]}
            />
            {company.legalName && <p>{company.legalName} is responsible for your data.</p>}
          </Part>
          <Part title="What we store, and for how long">
            <Card as="dl" className="grid">
              {storedData.map(({ what, time }) => (
                <div key={what} className="grid gap-1 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
                  <dt className="font-semibold">{what}</dt>
                  <dd className="text-ink-2">{time}</dd>
                </div>
              ))}
            </Card>
          </Part>
          <Part title="What your browser stores">
            <p>
              Your browser stores your transfer, chat, and settings until you delete them. It also stores the wallets
              and exchanges you add to your portfolio. We use cookies so that only you can open what you paid for. One
              more cookie holds the step you reached in your guide. We don’t use ad cookies.
            </p>
          </Part>
          <Part title="Who else gets some of your data">
            <Points
              points={[
                'Stripe gets your card details and the amount you pay. If you subscribe to signals, it also gets your email address.',
                'Our email provider gets your email address when we email you.',
                'The servers of the XRP network get your XRP address so we can see what arrives. Anyone can see all payments on that network.',
                'If you allow alerts, the maker of your browser sends them to you.',
                'Your questions in the chat may go to another company’s AI. It picks one of our answers. We remove addresses and long numbers first.',
              ]}
            />
          </Part>
          <Part title="What you can ask for">
            <p>
              Want to know what we store about you, or have it corrected or deleted? Email us. We have to keep some
              records, such as payments, because tax law requires it.
            </p>
          </Part>
        </>
      )}
    </CompanyPage>
  );
}
