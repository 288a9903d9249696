import { referenceOf } from '@xrp-bridge/contracts/reference';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import type { Config } from '../../lib/api/config.ts';
import { Card } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { SupportLine } from '../../ui/support-line.tsx';
import { OrderLine } from './order-summary.tsx';

/**
 * Shows the order in a browser without scripts, which cannot show a card form.
 * React renders the content of `noscript` on the server only.
 */
export function OrderWithoutScripts({ transfer, config }: { transfer: Transfer; config: Config }) {
  return (
    <noscript>
      <Card raised as="section" aria-labelledby="without-scripts" className="grid gap-4">
        <h2 id="without-scripts" className="text-xl">
          Pay and get your guide
        </h2>
        <OrderLine transfer={transfer} statementName={config.statementName} />
        <Note kind="info" title="Turn on scripts to pay">
          <p>
            This browser has scripts turned off, so you can’t enter your card here. Nothing was charged. Turn on scripts
            (JavaScript) in your browser’s settings, and reload this page.
          </p>
          <p>
            <SupportLine support={config.support} /> Your reference is {referenceOf(transfer.id)}.
          </p>
        </Note>
      </Card>
    </noscript>
  );
}
