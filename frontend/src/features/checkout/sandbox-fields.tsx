import { type Ref, useImperativeHandle, useState } from 'react';
import { Field } from '../../shared/ui/field.tsx';
import { Note } from '../../shared/ui/note.tsx';
import type { PaymentFields } from './outcome.ts';
import { type Card, cardErrors, confirmCard, groupDigits, groupExpiry } from './sandbox-card.ts';

/** A card form for the sandbox alone: real card numbers never pass through our own page. */
export function SandboxFields({
  ref,
  apiBase,
  publishableKey,
  clientSecret,
  returnUrl,
}: {
  ref: Ref<PaymentFields>;
  apiBase: string;
  publishableKey: string;
  clientSecret: string;
  returnUrl: string;
}) {
  const [card, setCard] = useState<Card>({ number: '', expires: '', code: '' });
  const [told, setTold] = useState(false);
  const errors = told ? cardErrors(card) : {};
  useImperativeHandle(ref, () => ({
    async confirm() {
      setTold(true);
      if (Object.keys(cardErrors(card)).length > 0) return { kind: 'incomplete' };
      return confirmCard({ apiBase, key: publishableKey, clientSecret, returnUrl, card });
    },
  }));
  return (
    <div className="grid gap-5">
      <Note kind="info" title="Sandbox: no real money moves">
        <p>
          Pay with the test card <span className="font-mono">4242 4242 4242 4242</span>, any date to come and any code.
          Do not enter a real card.
        </p>
      </Note>
      <Field
        label="Card number"
        mono
        inputMode="numeric"
        autoComplete="cc-number"
        value={card.number}
        onChange={(event) => setCard({ ...card, number: groupDigits(event.target.value) })}
        error={errors.number}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
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
