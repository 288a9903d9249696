import type { ReactNode, Ref } from 'react';
import { Button } from '../../ui/button.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';

/**
 * Shows a card for the customer's return from an exchange.
 * `children` are the alternatives to continuing.
 */
export function ReturnedCard({
  ref,
  text,
  onContinue,
  children,
}: {
  ref: Ref<HTMLHeadingElement>;
  text: string;
  onContinue: () => void;
  children?: ReactNode;
}) {
  return (
    <Card raised as="section" aria-labelledby="returned" className="grid gap-4">
      <h2 id="returned" ref={ref} tabIndex={-1} className="text-xl">
        Welcome back
      </h2>
      <p className="text-ink-2">{text}</p>
      <Buttons>
        <Button onClick={onContinue}>Continue my transfer</Button>
        {children}
      </Buttons>
    </Card>
  );
}
