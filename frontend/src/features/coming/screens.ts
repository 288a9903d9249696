import type { PageName } from '@xrp-bridge/contracts/pages';

interface ComingScreen {
  lead: string;
  points: readonly string[];
}

/** Screens that arrive with the next update: what each will do, in words that will still be true then. */
export const comingScreens = {
  concierge: {
    lead: 'What you can add once your XRP is home: calm notes about what the market has done.',
    points: ['Word when a price moves far', 'Charts and a newsletter', 'One payment, lifetime access'],
  },
  conciergeSuccess: {
    lead: 'Your payment is safe with us. This page will confirm it, and open your concierge.',
    points: ['Your receipt comes by e-mail', 'Your access does not expire'],
  },
  conciergeDashboard: {
    lead: 'Prices, big moves and the market in short. Each figure has its source and age.',
    points: ['Word when a price moves far', 'Nothing invented, nothing predicted'],
  },
  conciergeRegister: {
    lead: 'Leave your e-mail, and open your concierge on any device by a link.',
    points: ['No password to remember'],
  },
} satisfies Partial<Record<PageName, ComingScreen>>;
