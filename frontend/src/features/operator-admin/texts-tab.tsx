import { marketingTexts, plannedDailyBudgets, presetAdMessages, priceLine } from '@xrp-bridge/contracts/ad-plan';
import { Facts, Panel } from '../../operator/parts.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

/** Shows texts that operators use on other sites, with buttons that copy the texts. */
export function TextsTab() {
  const { google, meta, rumble } = plannedDailyBudgets;
  return (
    <>
      <Panel title="Stick to these facts">
        <Facts
          facts={[
            ['Price', priceLine],
            ['Budget plan', `$${google} a day for Google, $${meta} for Meta, and $${rumble} for Rumble`],
            ['Never say', 'That a price will rise, that anything is certain, or that an exchange works with us'],
            ['Always', 'Mark it as an ad near the beginning'],
          ]}
        />
      </Panel>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        {marketingTexts.map(({ title, text }) => (
          <Panel key={title} title={title} aside={<CopyButton variant="quiet" text={text} label="Copy" what={title} />}>
            <p>{text}</p>
          </Panel>
        ))}
      </div>
      <Panel title="Preset ad messages">
        <ul className="grid">
          {presetAdMessages.map((message) => (
            <li
              key={message}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-2.5 first:border-0"
            >
              <span className="min-w-[min(16rem,100%)] flex-1">{message}</span>
              <CopyButton variant="quiet" text={message} label="Copy" what={`“${message}”`} />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
