import { pages } from '@xrp-bridge/contracts/pages';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { QuantumHelp } from '../../domain/quantum/quantum-help.tsx';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { Buttons, Card, Page } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { Sources } from '../../ui/sources.tsx';
import { harmful, helpful, lastChecked, questions } from './texts.ts';

/** Explains what quantum computers mean for XRP: first the answer, then frauds, then the reasons. */
export function QuantumPage() {
  return (
    <Page
      title={pages.quantum.title}
      lead={
        <p>
          <b className="text-ink">Quantum computers can’t harm your XRP today.</b> There’s nothing to buy or do.
        </p>
      }
      narrow
    >
      <Note kind="warn" title="Did someone offer to make your wallet “quantum-safe”?">
        <p>
          That’s a scam. No website, app, or person can do that. Never share your recovery phrase. We’ll never ask for
          it.
        </p>
      </Note>
      {questions.map(({ title, text, sources }) => (
        <Part key={title} title={title}>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <Sources of={title} sources={sources} lastChecked={lastChecked} />
        </Part>
      ))}
      <Part title="What can I do now?">
        <CheckList points={helpful} />
      </Part>
      <Part title="What should I never do?">
        <ul className="grid gap-2.5">
          {harmful.map((text) => (
            <li key={text} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-3">
              <X aria-hidden className="mt-0.5 size-5.5 text-bad" />
              {text}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="What about my own notes and files?">
        <p>
          You can lock them with a key that quantum computers shouldn’t be able to break. Your browser makes the key and
          doesn’t send anything. The keys to your XRP don’t change.
        </p>
        <Buttons>
          <ButtonLink variant="soft" to={pages.conciergeEncryption.path}>
            Protect your notes
          </ButtonLink>
        </Buttons>
      </Part>
      <Buttons>
        <ButtonLink variant="quiet" to={paths.home}>
          Back to home
        </ButtonLink>
      </Buttons>
      <QuantumHelp />
    </Page>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title} className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
  );
}
