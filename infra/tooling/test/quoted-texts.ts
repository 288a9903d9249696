/** Where a text stands that is not said yet: it comes with its screen. */
export const withConcierge = 'comes with the concierge';

const replaced = 'docs/texts.md';
const flow = 'frontend/src/features/flow';
const selection = 'frontend/src/features/selection';
const wizard = 'frontend/src/features/wizard';
const checkout = 'frontend/src/features/checkout';
const guide = 'frontend/src/features/guide';
const chat = 'frontend/src/features/chat';
const trip = 'frontend/src/shared/exchange-trip';
const helper = 'frontend/src/features/consent-helper';
const signals = 'frontend/src/features/signals';
const meter = 'frontend/src/shared/signals';

/**
 * Every text that the specification of the customer’s journey quotes, and that of the secondary areas for its signals,
 * and where it is found: in the file that says it (in whatever capitals and quotes, “…” for what differs), or in the
 * table of what replaced it.
 */
export const quotedTexts: Readonly<Record<string, string>> = {
  // §2: screens
  'Good job!': 'frontend/src/shared/destination/destination-fields.tsx',
  'Nice. Final step coming up.': `${wizard}/answer-steps.tsx`,
  'Nice work!': `${wizard}/path-step.tsx`,
  'You got it!': `${wizard}/answer-steps.tsx`,
  'Crushing it': `${wizard}/summary-step.tsx`,
  'Continue (in the wizard’s summary)': replaced,
  'Welcome back': `${trip}/welcome-back.tsx`,
  'Continue My Transfer': `${trip}/welcome-back.tsx`,
  'Start Over': `${trip}/welcome-back.tsx`,
  'Yes, Show Me the Steps': `${flow}/confirm-phase.tsx`,
  'No, Let Me Choose Again': `${flow}/confirm-phase.tsx`,
  'Start Transfer Below': replaced,
  'Quick Transfer': `${selection}/transfer-page.tsx`,
  'Signal Dashboard': `${selection}/transfer-page.tsx`,
  'Guidance from A to B. Not financial advice': `${selection}/transfer-page.tsx`,
  'FROM, TO': replaced,
  'Confirm Your Transfer Path': replaced,
  'Pay $4.00 to Continue': replaced,
  'Change selection': `${selection}/confirm-path.tsx`,
  'Quantum Help': 'frontend/src/shared/quantum-help.tsx',
  'Guide not available for this wallet': 'frontend/src/shared/wallet-guide/wallet-guide.tsx',
  'Utility & Goals': replaced,
  'How It Works': `${selection}/education-texts.ts`,
  'Value Potential': `${selection}/education-texts.ts`,
  'Wallet Security': `${selection}/education-texts.ts`,
  'may take a minute': `${checkout}/checkout-page.tsx`,
  'Invalid Transfer': replaced,
  'Transfer Not Found': 'frontend/src/shared/transfer/transfer-problem.tsx',
  'Initializing Payment': replaced,
  'Payment Error (as a heading)': replaced,
  'Try Again': `${checkout}/fallback-panel.tsx`,
  'Back to Home': replaced,
  '{product} Concierge': withConcierge,
  'Upgrade for $17.76': withConcierge,
  'Unlock Full Access': withConcierge,
  'Activate Concierge for $13.76': withConcierge,
  'Continue to Concierge Portal': `${guide}/tip-dialog.tsx`,
  'All done': `${guide}/all-done-dialog.tsx`,
  'Instructions Ready': replaced,
  Close: `${guide}/guide-page.tsx`,
  'I’ve Completed the Transfer': `${guide}/confirm-arrival.tsx`,
  'Step … of …': `${wizard}/wizard-page.tsx`,
  'Need help?': 'frontend/src/features/transfer-assistant/transfer-assistant.tsx',
  'Would you like … to guide you step-by-step': replaced,
  'Continue to Secure Checkout': `${helper}/payment-stage.tsx`,
  'XRP Transfer Assistant': replaced,
  'Ask me anything...': replaced,
  // §4 and §5: states and rules
  'Need to download…': `${chat}/suggestions.ts`,
  'You’re back!': replaced,
  'Please complete selections': `${helper}/consent-helper.tsx`,
  'Select both an exchange and wallet first': `${helper}/consent-helper.tsx`,
  'That doesn’t look right. Try again.': replaced,
  'Not required': 'services/guidance/src/instructions.ts',
  // §8: errors
  'Failed to start checkout process': `${helper}/payment-stage.tsx`,
  'Transfer creation failed': replaced,
  'Please try again': `${checkout}/fallback-panel.tsx`,
  'Failed to create transfer. Please try again.': replaced,
  'Payment Failed': `${checkout}/success-page.tsx`,
  'Error (the box under the card)': replaced,
  'Payment failed': `${checkout}/payment-form.tsx`,
  'Payment Error: An unexpected error occurred. Please try again.': replaced,
  'Failed to initialize concierge upgrade. Please try again.': withConcierge,
  'Payment processing failed. Please try again.': replaced,
  'Card payment is temporarily unavailable': replaced,
  'Checkout Error: No transfer ID found. Please go back and start a new transfer.': replaced,
  'Start New Transfer': replaced,
  'Invalid Transfer: No transfer ID provided.': replaced,
  'Error Loading Transfer': replaced,
  'Unable to load transfer details. Please try again.': replaced,
  'The transfer you’re looking for doesn’t exist.': 'frontend/src/shared/transfer/transfer-problem.tsx',
  'Return Home': replaced,
  'The requested transfer could not be found.': replaced,
  'Payment Configuration Error: Please configure the card payment provider to continue': replaced,
  'Failed to fetch instructions': replaced,
  'Failed to join waitlist. Please try again.': replaced,
  'Invalid email': replaced,
  'Please enter a valid email address': 'frontend/src/shared/quantum-help.tsx',
  'status: body text': replaced,
  'I understand you need help. Let me guide you through this step...': `${chat}/fallbacks.ts`,
  'I’m here to help! What would you like to know about transferring XRP?': replaced,
  'Temporarily unavailable (approval pending)': replaced,
  'Backups: XRP, PayPal, Venmo, Cash App': replaced,
  'Pending provider verification; reopens in July': replaced,
  'Concierge Activated!': withConcierge,
  'Payment Successful!': replaced,
  'Your XRP transfer guide is ready.': `${checkout}/payment-form.tsx`,
  // §9: figures
  'Minimum transfer: 20 XRP': replaced,
  // Signals, hot meter, highlights (the other specification)
  'Latest Project Leader Highlights': `${meter}/highlights.tsx`,
  'Hot Meter: Underhyped Coins with Real Progress': `${meter}/hot-meter.tsx`,
  'Past-Tense Mentions': `${meter}/hot-table.tsx`,
  'Price Change': `${meter}/hot-table.tsx`,
  'Heat Score': `${meter}/hot-table.tsx`,
  'Updated {': `${meter}/hot-meter.tsx`,
  'Data updated every 4 hours. Tracking adoption vs. market lag.': `${meter}/hot-meter.tsx`,
  'Unable to load market data': `${signals}/signal-list.tsx`,
  'Quick Tour': `${signals}/quick-tour.tsx`,
  Subscribed: `${signals}/subscribe.tsx`,
  'quantum-secure (the toggle)': replaced,
  '$4/month with a 2-month trial, cancel anytime and a money-back guarantee': withConcierge,
};
