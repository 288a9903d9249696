import { type Ref, useImperativeHandle, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import type { PaymentFields } from './outcome.ts';
import { type Card, cardErrors, confirmCard, groupDigits, groupExpiry } from './sandbox-card.ts';

const fieldIds = { number: 'card-number', expires: 'card-expires', code: 'card-code' } as const;

/** Shows a card form for the sandbox only, because real card numbers must never pass through our page. */
export function SandboxFields({
  ref,
  apiBase,
  publishableKey,
  clientSecret,
  returnPath,
}: {
  ref: Ref<PaymentFields | null>;
  apiBase: string;
  publishableKey: string;
  clientSecret: string | null;
  returnPath: string;
}) {
  const [card, setCard] = useState<Card>({ number: '', expires: '', code: '' });
  const [showsErrors, setShowsErrors] = useState(false);
  const errors = showsErrors ? cardErrors(card) : {};
  useImperativeHandle<PaymentFields | null, PaymentFields | null>(
    ref,
    () =>
      clientSecret === null
        ? null
        : {
            async confirm() {
              setShowsErrors(true);
              const missing = Object.entries(cardErrors(card)) as [keyof Card, string][];
              if (missing.length > 0) {
                const mistakes = missing.map(([name, text]) => ({ field: fieldIds[name], text }));
                return { kind: 'incomplete', mistakes };
              }
              const returnUrl = new URL(returnPath, location.origin).href;
              return confirmCard({ apiBase, key: publishableKey, clientSecret, returnUrl, card });
            },
          },
    [apiBase, publishableKey, clientSecret, returnPath, card],
  );
  return (
    <div className="grid gap-4">
      <Note kind="info" title="Sandbox (no real money)">
        <p>
          Use <span className="font-mono">4242 4242 4242 4242</span>, any future date, any code.
        </p>
      </Note>
      <Field
        id={fieldIds.number}
        label="Card number"
        mono
        inputMode="numeric"
        autoComplete="cc-number"
        value={card.number}
        onChange={(event) => setCard({ ...card, number: groupDigits(event.target.value) })}
        error={errors.number}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] items-start gap-5">
        <Field
          id={fieldIds.expires}
          label="Expires"
          mono
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          value={card.expires}
          onChange={(event) => setCard({ ...card, expires: groupExpiry(event.target.value, card.expires) })}
          error={errors.expires}
        />
        <Field
          id={fieldIds.code}
          label="Security code"
          mono
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          placeholder="123"
          value={card.code}
          onChange={(event) => setCard({ ...card, code: event.target.value })}
          error={errors.code}
        />
      </div>
    </div>
  );
}
