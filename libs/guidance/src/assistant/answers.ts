import { exchangeSites } from '@xrp-bridge/contracts/exchange-sites';
import { type ExchangeId, exchangeName } from '@xrp-bridge/contracts/exchanges';
import { detectSecret } from '@xrp-bridge/contracts/secrets';
import { type WalletId, walletName, wallets } from '@xrp-bridge/contracts/wallets';
import { exchangeGuides } from '../guides/exchange-guides.ts';
import { walletGuides } from '../guides/wallet-guides.ts';
import { type About, type Entry, type Page, type Product, pages, type Statement, type Step, steps } from './entry.ts';
import { entryOf, findEntry, offersOf } from './knowledge.ts';
import { type OwnTransfer, stateSentence } from './own-transfer.ts';
import { hasNoSubject, isAboutUs, type Reading, read } from './reading.ts';
import { exactMatchScore, findEntries, isApplicable, isOurWord, type Place } from './retrieval.ts';
import { textOf } from './wordings.ts';

export interface Question {
  question: string;
  /** The page on which the question was typed. */
  context?: string | null | undefined;
  step?: string | null | undefined;
  fromExchange?: ExchangeId | null | undefined;
  toWallet?: WalletId | null | undefined;
  /** The sentence "Now enter …" of the customer's own guide. */
  sendNow?: string | null | undefined;
  /** The state of the customer's own transfer; only for its owner. */
  transfer?: OwnTransfer | null | undefined;
  /** The id of a tapped suggestion. Its answer has priority over the question; an unknown id is ignored. */
  entry?: string | null | undefined;
}

/** An entry offered as a question on a button. */
export interface Offer {
  id: string;
  title: string;
}

export interface Answer {
  response: string;
  /** Two or three questions that the customer can tap. */
  suggestions: Offer[];
  sources: Page[];
  /** Entries for a language model to choose from; empty if the answer is certain. */
  choices: Offer[];
}

/** Answers a question with our own content only: sentences of the guides and of the knowledge entries. */
export function answerQuestion(question: Question, product: Product): Answer {
  const { question: text, context, step } = question;
  if ([text, context, step].some((one) => one && detectSecret(one))) return secretAnswer;
  const reading = read(text);
  const place = placeOf(question, reading);
  const about: About = {
    exchange: exchangeGuides[place.exchange ?? 'other'],
    wallet: place.wallet ? walletGuides[place.wallet] : null,
    step: place.step,
    sendNow: question.sendNow ?? null,
    transfer: question.transfer ?? null,
    product,
  };
  const picked = question.entry ? findEntry(question.entry) : null;
  if (picked && isApplicable(picked, place)) return answerWith(picked, place, about);
  const matches = findEntries(text, place);
  const [best, ...others] = matches;
  const choices = [...matches.slice(0, 12).map(({ entry }) => entry.id), ...stepHelp[place.step], 'off-topic'];
  if (hasNoSubject(reading) && !best) {
    const greeting = greetingIn(reading);
    if (greeting) return answerWith(entryOf(greeting), place, about);
    if (!reading.terms.includes('afraid')) return guideThroughStep(place, about);
  }
  const isOurs = isAboutUs(reading);
  if (best && best.score >= minimumScore && (isOurs || best.entry.plain || isInOurWords(reading))) {
    const isCertain = best.entry.plain || best.score >= exactMatchScore;
    return { ...answerWith(best.entry, place, about), choices: isCertain ? [] : offersOf(choices) };
  }
  if (reading.terms.includes('afraid')) return answerWith(entryOf('afraid'), place, about);
  const answer =
    !best || best.entry.id === 'off-topic' || !isOurs
      ? answerWith(entryOf('off-topic'), place, about)
      : guideThroughStep(place, about, [best, ...others].slice(0, 2));
  return { ...answer, choices: offersOf(choices) };
}

/** Offers follow-up questions, without the concierge if it is not sold. */
function suggest(ids: readonly string[], { product }: About): Offer[] {
  return offersOf(product.conciergeOffered ? ids : ids.filter((id) => id !== 'concierge'));
}

/**
 * Minimum score of a match.
 * It was measured with the questions in test/assistant: a match with a lower score is usually wrong.
 */
const minimumScore = 0.25;

const secretAnswer: Answer = {
  response:
    'Stop. That looks like a recovery phrase or a secret key. We didn’t save it or share it. Never type it on a website, and never share it with anyone, including us. If someone may have seen it, create a new wallet with a new phrase and send your XRP there right away.',
  suggestions: offersOf(['recovery-phrase', 'phrase-told', 'person']),
  sources: [pages.safety],
  choices: [],
};

/** Returns true if at least two thirds of the terms occur in our entries. */
function isInOurWords({ terms }: Reading): boolean {
  return terms.filter((term) => !isOurWord(term)).length * 3 <= terms.length;
}

function placeOf({ context, step, fromExchange, toWallet }: Question, named: Reading): Place {
  return {
    step: stepOf(step ?? '', context ?? ''),
    exchange: named.exchange ?? fromExchange ?? null,
    wallet: named.wallet ?? toWallet ?? null,
  };
}

const stepByPage: readonly (readonly [RegExp, Step])[] = [
  [/^\/checkout-failed/, 'payment-error'],
  [/^\/checkout/, 'payment'],
  [/^\/transfer\/\w/, 'instructions'],
  [/^\/transfer/, 'exchange-selection'],
  [/^\/concierge/, 'concierge'],
];

/** Returns the step that the chat names, or else the page's step, or else 'home'. */
function stepOf(step: string, page: string): Step {
  if (step === 'payment-stripe-error') return 'payment-error';
  if (step !== 'home') {
    const named = steps.find((one) => one === step);
    if (named) return named;
  }
  return stepByPage.find(([pattern]) => pattern.test(page))?.[1] ?? 'home';
}

function greetingIn({ text, terms }: Reading): string | null {
  if (/\bhelp\b/.test(text)) return null;
  if (/\b(?:thanks|thank|thx|bye)\b/.test(text)) return 'thanks';
  return terms.length > 0 && terms.every((term) => term === 'hello') ? 'hello' : null;
}

function answerWith(entry: Entry, place: Place, about: About): Answer {
  const statements = entry.answer(about);
  const state = stateSentence(entry.id, about.transfer);
  const response = [
    ...(state ? [state] : []),
    ...statements.map(textOf),
    ...closingWords(entry, statements, place, about),
  ];
  return {
    response: joinSentences(response),
    suggestions: suggest(entry.next, about),
    sources: sourcesOf(statements, entry.page, about),
    choices: [],
  };
}

function closingWords(entry: Entry, statements: readonly Statement[], place: Place, about: About): string[] {
  const isHedged =
    entry.page !== pages.safety && statements.some((one) => typeof one !== 'string' && one.confidence !== 'official');
  const subject = entry.wallet ? walletName(entry.wallet) : exchangeName(about.exchange.id);
  return [
    ...(isHedged ? [`If ${subject} shows something different, go with what you see there.`] : []),
    ...(entry.needs === 'exchange' && !place.exchange
      ? ['Tell me which exchange you use, and I can tell you more.']
      : []),
    ...(entry.needs === 'wallet' && !place.wallet ? ['Tell me which wallet you use, and I can tell you more.'] : []),
  ];
}

/** Joins sentences without duplicates. Numbered actions are on separate lines. */
function joinSentences(sentences: readonly string[]): string {
  return sentences
    .filter((sentence, index) => sentences.indexOf(sentence) === index)
    .reduce((text, sentence) => {
      const isAction = /^\d+\. /.test(sentence);
      const afterAction = /(?:^|\n)\d+\. [^\n]*$/.test(text);
      return `${text}${text === '' ? '' : isAction || afterAction ? '\n' : ' '}${sentence}`;
    }, '');
}

/**
 * Returns the links of an answer: up to two official pages (of XRPL, exchange or wallet), then our
 * page.
 */
function sourcesOf(statements: readonly Statement[], own: Page, { exchange, wallet }: About): Page[] {
  const sites = [
    { name: 'XRP network', domain: 'xrpl.org' },
    { name: exchangeName(exchange.id), domain: exchangeSites[exchange.id]?.domain },
    ...wallets.filter(({ id }) => id === wallet?.id),
  ];
  const official = statements.flatMap((one) => {
    if (typeof one === 'string' || one.confidence !== 'official' || !URL.canParse(one.source)) return [];
    const { hostname, protocol, href, pathname } = new URL(one.source);
    const site = sites.find(({ domain }) => domain && (hostname === domain || hostname.endsWith(`.${domain}`)));
    return site && protocol === 'https:' ? [{ title: linkTitle(site.name, pathname), url: href }] : [];
  });
  const unique = official.filter(({ url }, index) => official.findIndex((one) => one.url === url) === index);
  return [...unique.slice(0, 2), own];
}

/** Returns the subject of an official page: "Kraken: how to withdraw", or else "Kraken help page". */
function linkTitle(name: string, pathname: string): string {
  const words = (pathname.split('/').filter(Boolean).at(-1) ?? '')
    .replace(/\.html?$/, '')
    .split(/[-_]/)
    .filter((word) => /^[a-z]+$/i.test(word));
  const topic = words
    .join(' ')
    .toLowerCase()
    .replace(/\bxrp\b/g, 'XRP');
  return words.length >= 2 && topic.length <= 45 ? `${name}: ${topic}` : `${name} help page`;
}

const stepHelp: Readonly<Record<Step, readonly [entry: string, ...then: string[]]>> = {
  home: ['start', 'what-we-do', 'price', 'is-it-safe'],
  'exchange-selection': ['start', 'exchange-not-listed', 'choose-wallet', 'price'],
  'wallet-selection': ['choose-wallet', 'install-wallet', 'wallet-not-listed', 'wallet-meaning'],
  'wallet-setup-guidance': ['find-address', 'install-wallet', 'recovery-phrase', 'address-look'],
  'transfer-form': ['address-when', 'find-address', 'tag', 'first-amount'],
  'destination-tag-required': ['tag', 'tag-insisted', 'tag-meaning', 'to-exchange'],
  'destination-tag-not-needed': ['tag', 'tag-insisted', 'tag-meaning', 'network'],
  payment: ['what-i-get', 'payment-ways', 'refund', 'is-it-safe'],
  'payment-error': ['payment-failed', 'payment-ways', 'person', 'come-back'],
  instructions: ['withdraw', 'tag', 'hold', 'not-arrived'],
  success: ['completed', 'reserve', 'gifts', 'concierge'],
  concierge: ['concierge', 'refund', 'price', 'person'],
};

/**
 * Returns the answer to an unclear question: the specification's text, help for the step, and
 * suggestions.
 */
function guideThroughStep(place: Place, about: About, near: readonly { entry: Entry }[] = []): Answer {
  const [id, ...then] = stepHelp[place.step];
  const entry = entryOf(id);
  const { response, sources } = answerWith(entry, place, about);
  return {
    response: `I understand you need help. Let me guide you through this step... ${response}`,
    suggestions: suggest([...near.map((match) => match.entry.id), ...then], about).slice(0, 3),
    sources,
    choices: [],
  };
}
