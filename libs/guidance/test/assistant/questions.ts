import { amountQuestions } from './questions/amount.ts';
import { destinationQuestions } from './questions/destination.ts';
import { exchangeQuestions } from './questions/exchange.ts';
import { paymentQuestions } from './questions/payment.ts';
import { productQuestions } from './questions/product.ts';
import { safetyQuestions } from './questions/safety.ts';
import { smallTalkQuestions } from './questions/small-talk.ts';
import { supportQuestions } from './questions/support.ts';
import { vagueQuestions } from './questions/vague.ts';
import { waitingQuestions } from './questions/waiting.ts';
import { walletQuestions } from './questions/wallet.ts';

/** The questions with which the search was tuned. */
export const questions = [
  ...destinationQuestions,
  ...exchangeQuestions,
  ...walletQuestions,
  ...productQuestions,
  ...amountQuestions,
  ...supportQuestions,
  ...waitingQuestions,
  ...paymentQuestions,
  ...safetyQuestions,
  ...smallTalkQuestions,
  ...vagueQuestions,
];
