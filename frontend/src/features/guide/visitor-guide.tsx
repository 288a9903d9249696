import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { NotOpenHere } from '../../domain/transfer/not-open-here.tsx';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { Bridge } from '../../ui/bridge.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Card, Page } from '../../ui/layout.tsx';
import { Note, Pill } from '../../ui/note.tsx';
import { Sides } from '../../ui/sides.tsx';
import { SupportLine } from '../../ui/support-line.tsx';
import type { Instructions } from './api.ts';
import { Troubleshooting } from './troubleshooting.tsx';

/** Shows visitors the part of the guide that does not depend on the owner, without an address. */
export function VisitorGuide({
  transfer: { id, fromExchange, toWallet, status },
  instructions: { overview, steps, troubleshooting },
}: {
  transfer: Transfer;
  instructions: Instructions;
}) {
  useAssistantStep('instructions', fromExchange, toWallet);
  return (
    <Page title={overview.title} heading={overview.title} stop={status === 'completed' ? 'arrived' : 'send'}>
      <Sides
        main={
          <>
            <NotOpenHere id={id} paid />
            <Card as="section" aria-labelledby="all-steps" className="grid gap-2 pb-2">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h2 id="all-steps" className="text-xl">
                  General steps
                </h2>
                <Pill>Last checked {overview.lastChecked}</Pill>
              </div>
              <div>
                {steps.map(({ step, title, description, actions, tips }) => (
                  <Fold
                    key={step}
                    title={
                      <h3 className="text-base">
                        Step {step} of {steps.length}: {title}
                      </h3>
                    }
                  >
                    <p className="text-ink-2">{description}</p>
                    <ol className="grid list-decimal gap-2 pl-6 marker:font-bold marker:text-water">
                      {actions.map((action) => (
                        <li key={action} className="pl-1.5">
                          {action}
                        </li>
                      ))}
                    </ol>
                    {tips.length > 0 && (
                      <Note kind="info" title="Good to know">
                        <ul className="grid list-disc gap-1.5 pl-5">
                          {tips.map((tip) => (
                            <li key={tip}>{tip}</li>
                          ))}
                        </ul>
                      </Note>
                    )}
                  </Fold>
                ))}
              </div>
            </Card>
          </>
        }
        side={
          <>
            <Card as="section" aria-label="This transfer">
              <Bridge
                from={exchanges.find(({ id }) => id === fromExchange) ?? null}
                to={wallets.find(({ id }) => id === toWallet) ?? null}
                progress={status === 'completed' ? 1 : 0}
              />
            </Card>
            <Card as="section" aria-labelledby="support" className="grid gap-3">
              <h2 id="support" className="text-lg">
                Can’t open your guide?
              </h2>
              <p className="text-sm text-ink-2">
                <SupportLine support={troubleshooting.support} />
              </p>
            </Card>
          </>
        }
        rest={
          <Card as="section" aria-label="More help" className="py-0">
            <Troubleshooting {...troubleshooting} />
          </Card>
        }
      />
    </Page>
  );
}
