import { type ExchangeId, exchangeName, exchanges } from '@xrp-bridge/contracts/exchanges';
import type { Instructions } from '@xrp-bridge/contracts/instructions';
import { exchangeOfAddress } from '@xrp-bridge/contracts/known-exchange-addresses';
import { type WalletId, walletName, wallets } from '@xrp-bridge/contracts/wallets';
import {
  arrivalFact,
  exchangeErrors,
  fakeSupportFact,
  giftsFact,
  keysFact,
  networkFeeFact,
  walletErrors,
  watchFact,
} from './guides/common.ts';
import { exchangeGuides } from './guides/exchange-guides.ts';
import type { ExchangeGuide, Figure, Hold } from './guides/guide.ts';
import { walletGuides } from './guides/wallet-guides.ts';
import { decideSendNow, drops, firstAmountXrp, sendNowForOthers } from './send-now.ts';

export interface InstructionsInput {
  /** Others get the same steps without anything of the customer's own. */
  forOwner: boolean;
  fromExchange: ExchangeId;
  toWallet: WalletId;
  /** Classic address; null while the customer has not given one. */
  destinationAddress: string | null;
  destinationTag: string | null;
  /** Decimal XRP; null while the customer has not said. */
  amountXrp: string | null;
  /** What has arrived so far, decimal XRP; '0' for nothing. */
  arrivedXrp: string;
  /** Whether a small test goes first. */
  testFirst: boolean;
  /** The ledger's base reserve, decimal XRP. */
  baseReserveXrp: string;
  /** When the address was changed after payment, ISO date and time. */
  addressChangedAt?: string | null;
  support: { email: string; hours: string; response: string };
}

type Step = Instructions['steps'][number];
type Action = Step['actionItems'][number];

interface Tip {
  id: string;
  text: string;
}

type StepContent = Pick<Step, 'id' | 'title' | 'description' | 'link'> & {
  kind?: 'stop';
  actions: readonly Action[];
  tips: readonly Tip[];
};

/**
 * The steps for one exchange and one wallet, with the customer's own address, tag and amount filled in. What is not
 * known yet is asked for; no placeholder and no amount that the customer has not typed ever leaves here.
 */
export function buildInstructions(given: InstructionsInput): Instructions {
  const input = given.forOwner ? given : { ...given, ...hidden };
  const exchange = exchangeGuides[input.fromExchange];
  const wallet = walletGuides[input.toWallet];
  const name = exchangeName(input.fromExchange);
  const first = firstAmountXrp(input.baseReserveXrp, exchange.fee, exchange.minimum);
  const contents = [
    walletStep(input),
    formStep(input, exchange),
    addressStep(input, exchange),
    amountStep(input, exchange),
    sendStep(input, exchange),
  ];
  return {
    overview: {
      title: sentenceCase(`${name} to ${walletName(input.toWallet)}`),
      description: `Move your XRP from ${name} to your own wallet (${walletName(input.toWallet)}) over the XRP Ledger. You do every step yourself; we never touch your XRP.`,
      estimatedTime: estimatedTime(exchange, name),
      networkFee: `${networkFeeFact.text} ${feeSentence(exchange.fee, name)}`,
      lastChecked: formatDay(exchange.lastChecked < wallet.lastChecked ? exchange.lastChecked : wallet.lastChecked),
    },
    network: exchange.network.choose,
    sendNow: input.forOwner ? decideSendNow({ ...input, testXrp: first }) : sendNowForOthers,
    steps: contents.map(({ id, kind, title, description, actions, tips, link }, index) => ({
      step: index + 1,
      id,
      kind: kind ?? 'do',
      title,
      description,
      destinationAddress: input.destinationAddress,
      destinationTag: input.destinationTag ?? (input.forOwner ? 'Not required' : 'Hidden'),
      amount: input.amountXrp,
      actions: actions.map(({ text, shows }) => (shows ? `${text} ${input.destinationAddress}` : text)),
      actionItems: [...actions],
      tips: tips.map(({ text }) => text),
      tipIds: tips.map((tip) => tip.id),
      link,
    })),
    troubleshooting: {
      commonIssues: [...exchange.commonErrors, ...wallet.commonErrors, ...exchangeErrors, ...walletErrors].map(
        ({ id, issue, solution }) => ({ id, issue, solution }),
      ),
      support: input.support,
    },
  };
}

function walletStep(input: InstructionsInput): StepContent {
  const guide = walletGuides[input.toWallet];
  const wallet = wallets.find(({ id }) => id === input.toWallet);
  return {
    id: 'wallet',
    title: `Have your ${walletName(input.toWallet)} address ready`,
    description: 'Your XRP will go to the address of your own wallet. It begins with a small r.',
    actions: [
      ...actions(
        'find-address',
        guide.steps.map((step) => step.description),
      ),
      input.destinationAddress === null
        ? ask(
            input,
            'give-address',
            'Paste your address into the address field on this page, so that we can check it and fill it in below.',
          )
        : action(
            'compare-address',
            'Compare the address in your wallet with the one you gave us, all of it:',
            'address',
          ),
    ],
    tips: [
      tip('keys', keysFact.text),
      ...tips(
        'wallet',
        guide.steps.flatMap((step) => step.tips),
      ),
      ...tips('wallet-notice', guide.notices.map(textOf)),
    ].filter(isNew),
    link: wallet ? { label: `Open ${wallet.domain}`, url: wallet.site } : null,
  };
}

function formStep(input: InstructionsInput, guide: ExchangeGuide): StepContent {
  const exchange = exchanges.find(({ id }) => id === input.fromExchange);
  return {
    id: 'form',
    title: `Open the withdrawal form at ${exchangeName(input.fromExchange)}`,
    description: `${guide.signIn.description} ${guide.withdraw.description}`,
    actions: [...actions('sign-in', guide.signIn.actions), ...actions('withdraw', guide.withdraw.actions)],
    tips: [
      ...tips('sign-in', guide.signIn.tips),
      ...tips('withdraw', guide.withdraw.tips),
      ...tips('exchange-notice', guide.notices.map(textOf)),
      tip('fake-support', fakeSupportFact.text),
    ],
    link: exchange?.loginUrl && exchange.domain ? { label: `Open ${exchange.domain}`, url: exchange.loginUrl } : null,
  };
}

function addressStep(input: InstructionsInput, guide: ExchangeGuide): StepContent {
  const owner = input.destinationAddress === null ? null : exchangeOfAddress(input.destinationAddress);
  if (owner) return exchangeAddressStep(exchangeName(owner), walletName(input.toWallet));
  return {
    id: 'address',
    title: addressTitle(input),
    description: `${guide.network.text} Then paste your address.`,
    actions: [
      action('choose-network', `Choose the network ${guide.network.choose}.`),
      input.destinationAddress === null
        ? ask(
            input,
            'give-address',
            'First give us the address of your wallet on this page. It then appears here, checked, for you to copy.',
          )
        : action('paste-address', 'Paste this address as the recipient:', 'address'),
      action(
        'compare-pasted',
        'Compare the pasted address with this page: the first six characters, a group in the middle and the last six.',
      ),
      ...(input.forOwner ? [tagAction(input, guide)] : []),
    ],
    tips: [
      ...(guide.network.avoid.length > 0
        ? [tip('other-networks', `Do not choose ${guide.network.avoid.join(' or ')}.`)]
        : []),
      input.destinationTag === null
        ? tip('own-wallet-tag', walletGuides[input.toWallet].destinationTagInfo.text)
        : tip(
            'stranger-tag',
            'Your own wallet normally needs no tag, and ignores one. If a website or a stranger gave you this tag, stop and ask us.',
          ),
      ...changedTips(input.addressChangedAt),
      tip(
        'never-type',
        'Copy and paste, never type. Do not pick an address from a list of past payments: fraudsters place similar ones there.',
      ),
    ],
    link: null,
  };
}

function tagAction({ destinationTag }: InstructionsInput, guide: ExchangeGuide): Action {
  if (destinationTag === null) return action('no-tag', guide.tag.text);
  return action(
    'enter-tag',
    `Enter ${destinationTag} as the destination tag, because you gave us this tag with your address.`,
  );
}

function addressTitle({ forOwner, destinationTag }: InstructionsInput): string {
  if (!forOwner) return 'Paste the address';
  return destinationTag === null ? 'Paste your address, and leave the tag empty' : 'Paste your address and tag';
}

function exchangeAddressStep(owner: string, wallet: string): StepContent {
  return {
    id: 'address',
    kind: 'stop',
    title: `Stop: this address belongs to ${owner}`,
    description: `The address you gave us is not your own wallet’s. It belongs to ${owner}, which shares it among its customers.`,
    actions: [
      action('copy-own-address', `Open ${wallet}, choose XRP and then Receive, and copy the address it shows.`),
      action('give-address', 'Paste that address into the address field on this page, in place of the present one.'),
    ],
    tips: [
      tip(
        'to-exchange',
        `If you did mean to send to an account at ${owner}: this guide is not made for that. An exchange needs the exact destination tag from its own deposit page on the XRP Ledger network; without it the XRP may be lost.`,
      ),
    ],
    link: null,
  };
}

function changedTips(changedAt: string | null | undefined): Tip[] {
  if (!changedAt) return [];
  return [
    tip(
      'address-changed',
      `The address was changed on ${formatDay(changedAt)} at ${changedAt.slice(11, 16)} UTC. If that was not you, stop and write to us.`,
    ),
  ];
}

function amountStep(input: InstructionsInput, guide: ExchangeGuide): StepContent {
  const first = firstAmountXrp(input.baseReserveXrp, guide.fee, guide.minimum);
  const tooSmall = input.amountXrp !== null && drops(input.amountXrp) < drops(first);
  return {
    id: 'amount',
    title: 'Enter the amount',
    description: `A wallet that is new to the ledger keeps ${input.baseReserveXrp} XRP as its reserve. Its first payment must bring at least that much after the exchange’s fee, or it fails.`,
    actions: [
      action('first-amount', `If your wallet has never received XRP, send at least ${first} XRP the first time.`),
      input.amountXrp === null
        ? ask(
            input,
            'give-amount',
            'Enter how much XRP you want to move. Tell us the amount on this page and we check it with you.',
          )
        : action(
            'enter-amount',
            `Enter ${input.amountXrp} XRP${tooSmall ? ' only if your wallet has received XRP before' : ''}.`,
          ),
      action('room-for-fee', 'Leave room for the fee: the form shows it before you confirm.'),
    ],
    tips: [
      ...(tooSmall
        ? [
            tip(
              'too-small',
              `Your amount of ${input.amountXrp} XRP is too small for a wallet that is new. Send at least ${first} XRP, or make sure that your wallet has received XRP before.`,
            ),
          ]
        : []),
      tip(
        'test-first',
        `For a large sum send ${first} XRP first as a test, wait until this page shows that it has arrived, then send the rest.`,
      ),
      ...(guide.minimum.value === null
        ? []
        : [
            tip(
              'minimum',
              `The smallest withdrawal is about ${guide.minimum.value} XRP (as of ${formatDay(guide.minimum.asOf)}).`,
            ),
          ]),
    ],
    link: null,
  };
}

function sendStep(input: InstructionsInput, guide: ExchangeGuide): StepContent {
  return {
    id: 'send',
    title: 'Send, and watch it arrive',
    description: `${guide.confirm.description} ${arrivalFact.text}`,
    actions: [
      ...actions('confirm', guide.confirm.actions),
      action('keep-hash', 'Copy the transaction hash from the withdrawal’s details and keep it.'),
      action('watch', watchFact.text),
      action(
        'look-in-wallet',
        `Open ${walletName(input.toWallet)} and look for your XRP. When it is there, press “I’ve completed the transfer” on this page.`,
      ),
    ],
    tips: [
      ...tips('confirm', guide.confirm.tips),
      ...tips('hold', guide.holds.map(textOf)),
      tip('wait', 'If there is a wait, nothing is wrong. Nobody can shorten it, and whoever offers to is a fraud.'),
      tip('gifts', giftsFact.text),
    ],
    link: null,
  };
}

const hidden = {
  destinationAddress: null,
  destinationTag: null,
  amountXrp: null,
  arrivedXrp: '0',
  testFirst: true,
  addressChangedAt: null,
};

/** What asks for something that is missing: only the owner can give it. */
function ask({ forOwner }: InstructionsInput, id: string, text: string): Action {
  if (forOwner) return action(id, text);
  return action(
    'ask-owner',
    'Address, tag and amount are shown on the device that started this transfer, and on one that opened it by the link in our e-mail.',
  );
}

function action(id: string, text: string, shows: Action['shows'] = null): Action {
  return { id, text, shows };
}

function tip(id: string, text: string): Tip {
  return { id, text };
}

/** Actions of a guide, which have the place where they stand for an id. */
function actions(place: string, texts: readonly string[]): Action[] {
  return texts.map((text, index) => action(`${place}-${index + 1}`, text));
}

function tips(place: string, texts: readonly string[]): Tip[] {
  return texts.map((text, index) => tip(`${place}-${index + 1}`, text));
}

function textOf({ text }: { text: string }): string {
  return text;
}

function isNew({ text }: Tip, index: number, all: readonly Tip[]): boolean {
  return all.findIndex((other) => other.text === text) === index;
}

function estimatedTime(guide: ExchangeGuide, name: string): string {
  const longest = guide.holds
    .filter((hold) => hold.appliesWhen !== 'recentPurchase' && hold.appliesWhen !== 'passwordChanged')
    .reduce<Hold | null>((found, hold) => ((hold.maxHours ?? 0) > (found?.maxHours ?? 1) ? hold : found), null);
  const yours = 'About 15 minutes of your time';
  if (!longest?.maxHours) return `${yours}.`;
  const subject = {
    newAddress: 'a new address can wait',
    firstTime: 'the first time can take',
    always: 'processing can take',
    recentPurchase: 'a recent purchase can wait',
    passwordChanged: 'a new password can mean a wait of',
  }[longest.appliesWhen];
  return `${yours}. At ${name} ${subject} up to ${formatHours(longest.maxHours)}.`;
}

/** What an exchange charges for a withdrawal, hedged where it is not official. */
export function feeSentence(fee: Figure, name: string): string {
  const exchange = sentenceCase(name);
  if (fee.value === null) return `${exchange} shows its exact fee before you confirm.`;
  const charges = fee.confidence === 'official' ? 'charges' : 'is said to charge';
  return `${exchange} ${charges} about ${fee.value} XRP (as of ${formatDay(fee.asOf)}) and shows the exact fee before you confirm.`;
}

function formatHours(hours: number): string {
  return hours > 72 ? `${Math.round(hours / 24)} days` : `${hours} hours`;
}

/** '2026-11-20…' → '20 Nov 2026', the same on every machine. */
export function formatDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `${day} ${months[(month ?? 1) - 1]} ${year}`;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
