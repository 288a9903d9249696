import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { Note } from '../../ui/note.tsx';
import type { Instructions } from './api.ts';
import { Action } from './step-card.tsx';

/** Returns true while the browser lays the page out for printing. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The update is synchronous, because the browser prints what is rendered when this handler returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}

/** Shows the whole guide for printing. The screen shows only one step at a time. */
export function PrintedSteps({ instructions }: { instructions: Instructions }) {
  const { overview, troubleshooting } = instructions;
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <h2 className="text-2xl">{overview.title}</h2>
        <p>
          Last checked {overview.lastChecked}. Questions? Email us at {troubleshooting.support.email}. Copy the XRP
          address from the screen. Never type it from this sheet.
        </p>
      </div>
      <AllSteps instructions={instructions} />
    </div>
  );
}

/**
 * Shows the whole guide in a browser without scripts.
 * React renders the content of `noscript` on the server only.
 */
export function StepsWithoutScripts({ transfer, instructions }: { transfer: Transfer; instructions: Instructions }) {
  const { troubleshooting } = instructions;
  return (
    <noscript>
      <div className="grid gap-6">
        <Note kind="info" title="Here are all your steps">
          <p>
            This browser has scripts turned off, so the buttons don’t work. Follow the steps below in order.
            {transfer.destinationAddress === 'pending'
              ? ' Turn scripts on to add your address, or email us and we’ll help you.'
              : ' We can’t check your address here. Compare it with the one in your wallet before you send anything.'}{' '}
            When your XRP has arrived, or if you get stuck, email us at{' '}
            <a className="text-water underline underline-offset-3" href={`mailto:${troubleshooting.support.email}`}>
              {troubleshooting.support.email}
            </a>
            .
          </p>
        </Note>
        <AllSteps instructions={instructions} />
      </div>
    </noscript>
  );
}

function AllSteps({ instructions: { sendNow, steps } }: { instructions: Instructions }) {
  return (
    <div className="grid gap-6">
      {steps.map(({ step, id, title, description, destinationAddress, actionItems, tips, tipIds }) => (
        <section key={step} className="grid break-inside-avoid gap-3">
          <h3 className="text-lg">
            Step {step} of {steps.length}: {title}
          </h3>
          <p>{description}</p>
          {id === 'amount' && <p className="font-semibold">{sendNow.text}</p>}
          <ol className="grid list-decimal gap-2 pl-6">
            {actionItems.map(({ id: action, text, shows }) => (
              <li key={action}>
                <Action text={text} address={shows && destinationAddress} />
              </li>
            ))}
          </ol>
          {tips.length > 0 && (
            <ul className="grid list-disc gap-1 pl-6 text-sm">
              {tips.map((tip, index) => (
                <li key={tipIds[index]}>{tip}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}
