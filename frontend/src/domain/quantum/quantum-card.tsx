import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';

/** Advertises /quantum (spec 1 §2 and spec 2, "Concierge portal highlights"). */
export function QuantumCard() {
  return (
    <Card as="section" aria-labelledby="quantum" className="grid gap-3">
      <h3 id="quantum" className="text-xl">
        Quantum encoding & encryption
      </h3>
      <QuantumTeaser />
    </Card>
  );
}

/** Shows what /quantum is about, with its link. */
export function QuantumTeaser() {
  return (
    <>
      <p className="text-ink-2">
        Explore advanced wallet protection: how to lock your own notes, and what’s true about quantum computers.
      </p>
      <ButtonLink variant="quiet" to={paths.quantum} className="justify-self-start">
        Click to learn more
      </ButtonLink>
    </>
  );
}
