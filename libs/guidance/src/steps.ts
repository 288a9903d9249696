import { compareBoldGroups } from '@xrp-bridge/contracts/address-groups';
import { exchangeSites } from '@xrp-bridge/contracts/exchange-sites';
import { type ExchangeId, exchangeName } from '@xrp-bridge/contracts/exchanges';
import type { Instructions } from '@xrp-bridge/contracts/instructions';
import { exchangeOfAddress } from '@xrp-bridge/contracts/known-exchange-addresses';
import { type WalletId, walletName, wallets } from '@xrp-bridge/contracts/wallets';
import { arrivalFact, fakeSupportFact, keysFact } from './guides/common.ts';
import type { ExchangeGuide, ExchangeStep, WalletGuide } from './guides/guide.ts';
import { nextHolds } from './holds.ts';
import { drops } from './send-now.ts';
import { formatDay } from './words.ts';

// Each step has one purpose: one line of description, the actions, and at most two tips. All other facts of the guides
// are in the answers to common problems.

type Step = Instructions['steps'][number];
type Action = Step['actionItems'][number];

interface Tip {
  id: string;
  text: string;
}

export type StepContent = Pick<Step, 'id' | 'title' | 'description' | 'link'> & {
  signedInLink?: Step['signedInLink'];
  kind?: 'stop';
  actions: readonly Action[];
  tips: readonly Tip[];
};

export interface InstructionsInput {
  /** False for callers other than the owner, who get the same steps without the customer's data. */
  forOwner: boolean;
  fromExchange: ExchangeId;
  toWallet: WalletId;
  /** The classic address; null if the customer has not entered an address. */
  destinationAddress: string | null;
  destinationTag: string | null;
  /** The total in decimal XRP; null if the customer has not entered it. */
  amountXrp: string | null;
  /** The arrivals so far, each with decimal XRP and ISO time. */
  arrivals: readonly { deliveredXrp: string; at: string }[];
  /** True if a small test payment comes first. */
  testFirst: boolean;
  /** The ledger's base reserve in decimal XRP. */
  baseReserveXrp: string;
  /** Time of the last address change after payment (ISO). */
  addressChangedAt?: string | null;
  support: { email: string; hours: string; response: string };
}

/** Input of the steps. */
export interface About {
  input: InstructionsInput;
  exchange: ExchangeGuide;
  wallet: WalletGuide;
  sendNow: Instructions['sendNow'];
  /** The amount of a test payment. */
  testXrp: string;
}

const mostTips = 2;

/** Builds the five steps in order. */
export function writeSteps(about: About): StepContent[] {
  return [walletStep(about), formStep(about), addressStep(about), amountStep(about), sendStep(about)];
}

function walletStep({ input, wallet: guide }: About): StepContent {
  const maker = wallets.find(({ id }) => id === input.toWallet);
  return {
    id: 'wallet',
    title: `Have your ${walletName(input.toWallet)} address ready`,
    description: 'Your XRP will go to your own wallet’s address. It starts with a lowercase r.',
    actions:
      input.destinationAddress === null
        ? [
            ...numberedActions(
              'find-address',
              guide.steps.map((step) => step.description),
            ),
            ownerAction(input, 'give-address', 'Paste your address here so we can check it.'),
          ]
        : [
            action('find-address', guide.showAddress),
            action('compare-address', `Does the address match this one? ${compareBoldGroups}`, 'address'),
          ],
    tips: [tip('keys', keysFact.text), tip('wallet', guide.tip)],
    link: maker ? { label: `Open ${maker.domain}`, url: maker.site } : null,
  };
}

function formStep({ input, exchange: guide, sendNow }: About): StepContent {
  const site = exchangeSites[input.fromExchange];
  return {
    id: 'form',
    title: `Open the withdrawal form at ${exchangeName(input.fromExchange)}`,
    description: guide.withdraw.description,
    actions: [
      ...numberedActions('sign-in', actionsOf(guide.signIn, sendNow)),
      ...numberedActions('withdraw', actionsOf(guide.withdraw, sendNow)),
    ],
    tips: [tip('form', formTipOf(guide, sendNow)), tip('fake-support', fakeSupportFact.text)],
    link: site && { label: `Open ${site.domain}`, url: site.loginUrl },
    signedInLink: guide.withdrawPage && {
      label: `Open the withdrawal page at ${site?.domain}`,
      url: guide.withdrawPage.url,
    },
  };
}

function addressStep({ input, exchange, wallet, sendNow }: About): StepContent {
  const owner = input.destinationAddress === null ? null : exchangeOfAddress(input.destinationAddress);
  if (owner) return exchangeAddressStep(exchangeName(owner), wallet);
  const again = `Paste this address again. Or, if you saved it at ${exchangeName(input.fromExchange)}, choose it there:`;
  return {
    id: 'address',
    title: addressTitle(input),
    description: 'Now the form asks for your XRP address. Always copy and paste it. Never type it.',
    actions: [
      action('choose-network', exchange.network.text),
      input.destinationAddress === null
        ? ownerAction(input, 'give-address', 'First save your address in step 1. Then you can copy it here.')
        : action('paste-address', sendNow.kind === 'rest' ? again : 'Paste this address as the recipient:', 'address'),
      action('compare-pasted', compareBoldGroups),
      ...(input.forOwner ? [tagAction(input, exchange)] : []),
    ],
    tips: addressTips(input, exchange).slice(0, mostTips),
    link: null,
  };
}

/** Lists the most important tip first, because only two are shown. */
function addressTips(
  { addressChangedAt: changedAt, destinationTag }: InstructionsInput,
  { network: { avoid } }: ExchangeGuide,
): Tip[] {
  return [
    ...(changedAt
      ? [
          tip(
            'address-changed',
            `This address was changed on ${formatDay(changedAt)} at ${changedAt.slice(11, 16)} UTC. If you didn’t do that, stop and email us.`,
          ),
        ]
      : []),
    ...(destinationTag === null
      ? []
      : [
          tip(
            'stranger-tag',
            'Your own wallet doesn’t need a tag and ignores it. If a website or a stranger gave you this tag, stop and ask us.',
          ),
        ]),
    ...(avoid.length > 0
      ? [tip('other-networks', `Don’t choose ${avoid.join(' or ')}. Your address doesn’t exist there.`)]
      : []),
    tip(
      'never-type',
      'Don’t pick an address from a list of past payments. Scammers put addresses there that look like yours.',
    ),
  ];
}

function tagAction({ destinationTag }: InstructionsInput, guide: ExchangeGuide): Action {
  if (destinationTag === null) return action('no-tag', guide.tag.text);
  return action('enter-tag', `Enter ${destinationTag} as the destination tag. You gave it to us with your address.`);
}

function addressTitle({ forOwner, destinationTag }: InstructionsInput): string {
  if (!forOwner) return 'Paste the address';
  return destinationTag === null ? 'Paste your address and leave the tag blank' : 'Paste your address and tag';
}

function exchangeAddressStep(owner: string, wallet: WalletGuide): StepContent {
  return {
    id: 'address',
    kind: 'stop',
    title: `Stop: this address belongs to ${owner}`,
    description: `It isn’t your own wallet’s address. ${owner} shares it among its customers.`,
    actions: [
      action('copy-own-address', `${wallet.showAddress} Copy the address it shows.`),
      action('give-address', 'Save your wallet’s address on this page to replace the exchange’s address.'),
    ],
    tips: [
      tip(
        'to-exchange',
        'This guide isn’t for sending to an exchange. An exchange needs the exact destination tag from its own deposit page. Without it, you could lose your XRP.',
      ),
    ],
    link: null,
  };
}

function amountStep({ input, sendNow, testXrp }: About): StepContent {
  const isLittle = sendNow.amountXrp !== null && drops(sendNow.amountXrp) < drops(testXrp);
  const reserve = tip(
    'reserve',
    'A new wallet keeps a small amount as its reserve. It’s still yours, but you can’t send it.',
  );
  const fee = action('fee', 'The form may show a fee. That’s normal.');
  // `sendNow` alone contains the amount, so that it appears only once.
  const enter =
    sendNow.amountXrp === null
      ? 'Choose “Max,” or type the full amount you have there.'
      : 'Copy this exact amount into the form.';
  const help =
    sendNow.amountXrp === null || sendNow.kind === 'test'
      ? fee
      : action('too-much', 'The form may show a fee. If it says the amount is too high, choose “Max.”');
  const { description, tips }: { description: string; tips: Tip[] } = {
    test: {
      description: 'Start with a small test to make sure everything works.',
      tips: [tip('wait-for-test', 'Don’t send the rest until this page says your test has arrived.'), reserve],
    },
    all: {
      description: input.testFirst
        ? 'This amount is small, so you don’t need a test.'
        : 'You’ll send the full amount in one payment.',
      tips: [
        ...(isLittle ? [tip('too-small', 'This may be too little for a new wallet. The payment could fail.')] : []),
        ...(input.testFirst
          ? []
          : [
              tip(
                'no-test',
                'Without a test, you could lose all your XRP to a wrong address. Check the address carefully.',
              ),
            ]),
        reserve,
      ],
    },
    rest: { description: 'Your XRP arrived safely. Now you can send the rest.', tips: [] },
  }[sendNow.kind];
  return {
    id: 'amount',
    title: 'Enter the amount',
    description,
    actions: [ownerAction(input, 'enter-amount', enter), help],
    tips: tips.slice(0, mostTips),
    link: null,
  };
}

function sendStep({ exchange, sendNow }: About): StepContent {
  // When a customer sends the rest, the waits of a new account are over.
  const hold = nextHolds(exchange, sendNow.kind).find(
    ({ appliesWhen }) => sendNow.kind !== 'rest' || appliesWhen === 'always',
  );
  return {
    id: 'send',
    title: 'Send it, and watch it arrive',
    description: 'Check everything one last time. You can’t undo this once it’s sent.',
    actions: [
      ...numberedActions('confirm', actionsOf(exchange.confirm, sendNow)),
      action('watch', 'This page will show you when your XRP arrives. You can close it and come back.'),
    ],
    tips: [...(hold ? [tip('hold', hold.text)] : []), tip('arrival', arrivalFact.text)],
    link: null,
  };
}

/** Returns an action that only the owner can do. Other callers get a reference to the owner's device. */
function ownerAction({ forOwner }: InstructionsInput, id: string, text: string): Action {
  if (forOwner) return action(id, text);
  return action(
    'ask-owner',
    'You can see the address, tag, and amount on the device you used to start this transfer. Or open the link in our email.',
  );
}

function action(id: string, text: string, shows: Action['shows'] = null): Action {
  return { id, text, shows };
}

function tip(id: string, text: string): Tip {
  return { id, text };
}

/**
 * Returns the actions of a step.
 * They are shorter when the customer sends the rest after a first payment, because the form is then familiar.
 */
function actionsOf({ actions, again = actions }: ExchangeStep, { kind }: Instructions['sendNow']): readonly string[] {
  return kind === 'rest' ? again : actions;
}

function formTipOf({ formTip, formTipAgain = formTip }: ExchangeGuide, { kind }: Instructions['sendNow']): string {
  return kind === 'rest' ? formTipAgain : formTip;
}

/** Builds actions with ids from their position. */
function numberedActions(place: string, texts: readonly string[]): Action[] {
  return texts.map((text, index) => action(`${place}-${index + 1}`, text));
}
