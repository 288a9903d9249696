import { Check } from 'lucide-react';

const items = [
  {
    title: 'Quantum-encryption setup guide',
    text: 'Four steps in your own browser let you lock notes so that only you can read them.',
  },
  {
    title: 'Past-tense market analysis',
    text: 'It covers what happened and who reported it. It never says what will happen.',
  },
  {
    title: 'Wave-catching trend graphs',
    text: 'See how the price and the number of news reports changed each day, and when the big moves were.',
  },
  {
    title: 'Non-speculative market newsletter',
    text: 'You get one each week, plus an alert when a coin has an unusual day.',
  },
  {
    title: 'Multi-exchange portfolio sync tools',
    text: 'See all your wallets and exchanges in one place. We never ask for a key or a password.',
  },
] as const;

/** Shows the five parts of the concierge, and which part is free. */
export function ConciergePackage() {
  return (
    <div className="grid gap-3.5">
      <ul className="grid gap-3.5">
        {items.map(({ title, text }) => (
          <li key={title} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-3">
            <Check aria-hidden className="mt-0.5 size-5.5 text-water" />
            <div>
              <p className="font-semibold">{title}</p>
              <p className="text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="text-ink-2">
        The setup guide is free, even without the concierge. You pay for the other four parts.
      </p>
    </div>
  );
}
