import { formatDrops, parseDrops } from '@xrp-bridge/contracts/drops';
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
import type { Action, ExchangeGuide, Figure, Hold } from './guides/guide.ts';
import { walletGuides } from './guides/wallet-guides.ts';

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
  /** The ledger's base reserve, decimal XRP. */
  baseReserveXrp: string;
  /** When the address was changed after payment, ISO date and time. */
  addressChangedAt?: string | null;
  support: { email: string; hours: string; response: string };
}

type Step = Instructions['steps'][number];
type StepContent = Omit<Step, 'step' | 'destinationAddress' | 'destinationTag' | 'amount' | 'actions'> & {
  actions: readonly Action[];
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
  const values = {
    ADDRESS_PLACEHOLDER: input.destinationAddress,
    TAG_PLACEHOLDER: input.destinationTag,
    AMOUNT_PLACEHOLDER: input.amountXrp,
  };
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
    steps: contents.map((content, index) => ({
      ...content,
      step: index + 1,
      destinationAddress: input.destinationAddress,
      destinationTag: input.destinationTag ?? (input.forOwner ? 'Not required' : 'Hidden'),
      amount: input.amountXrp,
      actions: content.actions.map((action) => fill(action, values, input.forOwner)).filter(unique),
    })),
    troubleshooting: {
      commonIssues: [...exchange.commonErrors, ...wallet.commonErrors, ...exchangeErrors, ...walletErrors].map(
        ({ issue, solution }) => ({ issue, solution }),
      ),
      support: input.support,
    },
  };
}

/**
 * A first payment that is sure to be large enough for a new wallet: the reserve and the exchange's fee, rounded up,
 * at least one XRP above the reserve and never below the exchange's minimum. All amounts are decimal XRP.
 */
export function firstAmountXrp(baseReserveXrp: string, fee: Figure, minimum: Figure): string {
  const reserve = drops(baseReserveXrp);
  const enough = [roundUp(reserve + drops(fee.value ?? '0')), roundUp(reserve) + oneXrp, drops(minimum.value ?? '0')];
  return formatDrops(enough.reduce((largest, amount) => (amount > largest ? amount : largest)));
}

function walletStep(input: InstructionsInput): StepContent {
  const guide = walletGuides[input.toWallet];
  const wallet = wallets.find(({ id }) => id === input.toWallet);
  return {
    title: `Have your ${walletName(input.toWallet)} address ready`,
    description: 'Your XRP will go to the address of your own wallet. It begins with a small r.',
    actions: [
      ...guide.steps.map((step) => step.description),
      {
        text: 'Compare the address in your wallet with the one you gave us, all of it: ADDRESS_PLACEHOLDER',
        otherwise:
          'Paste your address into the address field on this page, so that we can check it and fill it in below.',
      },
    ],
    tips: [
      keysFact.text,
      ...guide.steps.flatMap((step) => step.tips),
      ...guide.notices.map((notice) => notice.text),
    ].filter(unique),
    link: wallet ? { label: `Open ${wallet.domain}`, url: wallet.site } : null,
  };
}

function formStep(input: InstructionsInput, guide: ExchangeGuide): StepContent {
  const exchange = exchanges.find(({ id }) => id === input.fromExchange);
  return {
    title: `Open the withdrawal form at ${exchangeName(input.fromExchange)}`,
    description: `${guide.signIn.description} ${guide.withdraw.description}`,
    actions: [...guide.signIn.actions, ...guide.withdraw.actions],
    tips: [
      ...guide.signIn.tips,
      ...guide.withdraw.tips,
      ...guide.notices.map((notice) => notice.text),
      fakeSupportFact.text,
    ],
    link: exchange?.loginUrl && exchange.domain ? { label: `Open ${exchange.domain}`, url: exchange.loginUrl } : null,
  };
}

function addressStep(input: InstructionsInput, guide: ExchangeGuide): StepContent {
  const owner = input.destinationAddress === null ? null : exchangeOfAddress(input.destinationAddress);
  if (owner) return exchangeAddressStep(exchangeName(owner), walletName(input.toWallet));
  return {
    title: addressTitle(input),
    description: `${guide.network.text} Then paste your address.`,
    actions: [
      `Choose the network ${guide.network.choose}.`,
      {
        text: 'Paste this address as the recipient: ADDRESS_PLACEHOLDER',
        otherwise:
          'First give us the address of your wallet on this page. It then appears here, checked, for you to copy.',
      },
      'Compare the pasted address with this page: the first six characters, a group in the middle and the last six.',
      {
        text: 'Enter TAG_PLACEHOLDER as the destination tag, because you gave us this tag with your address.',
        otherwise: guide.tag.text,
      },
    ],
    tips: [
      ...(guide.network.avoid.length > 0 ? [`Do not choose ${guide.network.avoid.join(' or ')}.`] : []),
      input.destinationTag === null
        ? walletGuides[input.toWallet].destinationTagInfo.text
        : 'Your own wallet normally needs no tag, and ignores one. If a website or a stranger gave you this tag, stop and ask us.',
      ...changedTips(input.addressChangedAt),
      'Copy and paste, never type. Do not pick an address from a list of past payments: fraudsters place similar ones there.',
    ],
    link: null,
  };
}

function addressTitle({ forOwner, destinationTag }: InstructionsInput): string {
  if (!forOwner) return 'Paste the address';
  return destinationTag === null ? 'Paste your address, and leave the tag empty' : 'Paste your address and tag';
}

function exchangeAddressStep(owner: string, wallet: string): StepContent {
  return {
    title: `Stop: this address belongs to ${owner}`,
    description: `The address you gave us is not your own wallet’s. It belongs to ${owner}, which shares it among its customers.`,
    actions: [
      `Open ${wallet}, choose XRP and then Receive, and copy the address it shows.`,
      'Paste that address into the address field on this page, in place of the present one.',
    ],
    tips: [
      `If you did mean to send to an account at ${owner}: this guide is not made for that. An exchange needs the exact destination tag from its own deposit page on the XRP Ledger network; without it the XRP may be lost.`,
    ],
    link: null,
  };
}

function changedTips(changedAt: string | null | undefined): string[] {
  if (!changedAt) return [];
  return [
    `The address was changed on ${formatDay(changedAt)} at ${changedAt.slice(11, 16)} UTC. If that was not you, stop and write to us.`,
  ];
}

function amountStep(input: InstructionsInput, guide: ExchangeGuide): StepContent {
  const first = firstAmountXrp(input.baseReserveXrp, guide.fee, guide.minimum);
  const tooSmall = input.amountXrp !== null && drops(input.amountXrp) < drops(first);
  return {
    title: 'Enter the amount',
    description: `A wallet that is new to the ledger keeps ${input.baseReserveXrp} XRP as its reserve. Its first payment must bring at least that much after the exchange’s fee, or it fails.`,
    actions: [
      `If your wallet has never received XRP, send at least ${first} XRP the first time.`,
      {
        text: tooSmall
          ? 'Enter AMOUNT_PLACEHOLDER XRP only if your wallet has received XRP before.'
          : 'Enter AMOUNT_PLACEHOLDER XRP.',
        otherwise: 'Enter how much XRP you want to move. Tell us the amount on this page and we check it with you.',
      },
      'Leave room for the fee: the form shows it before you confirm.',
    ],
    tips: [
      ...(tooSmall
        ? [
            `Your amount of ${input.amountXrp} XRP is too small for a wallet that is new. Send at least ${first} XRP, or make sure that your wallet has received XRP before.`,
          ]
        : []),
      `For a large sum send ${first} XRP first as a test, wait until this page shows that it has arrived, then send the rest.`,
      ...(guide.minimum.value === null
        ? []
        : [`The smallest withdrawal is about ${guide.minimum.value} XRP (as of ${formatDay(guide.minimum.asOf)}).`]),
    ],
    link: null,
  };
}

function sendStep(input: InstructionsInput, guide: ExchangeGuide): StepContent {
  return {
    title: 'Send, and watch it arrive',
    description: `${guide.confirm.description} ${arrivalFact.text}`,
    actions: [
      ...guide.confirm.actions,
      'Copy the transaction hash from the withdrawal’s details and keep it.',
      watchFact.text,
      `Open ${walletName(input.toWallet)} and look for your XRP. When it is there, press “I’ve completed the transfer” on this page.`,
    ],
    tips: [
      ...guide.confirm.tips,
      ...guide.holds.map((hold) => hold.text),
      'If there is a wait, nothing is wrong. Nobody can shorten it, and whoever offers to is a fraud.',
      giftsFact.text,
    ],
    link: null,
  };
}

const hidden = { destinationAddress: null, destinationTag: null, amountXrp: null, addressChangedAt: null };
const askOwner =
  'Address, tag and amount are shown on the device that started this transfer, and on one that opened it by the link in our e-mail.';

/** Fills an action's placeholders, or takes the sentence that asks for what is missing; only the owner can answer. */
function fill(action: Action, values: Readonly<Record<string, string | null>>, forOwner: boolean): string {
  if (typeof action === 'string') return action;
  let text = action.text;
  for (const [placeholder, value] of Object.entries(values)) {
    if (!text.includes(placeholder)) continue;
    if (value === null) return forOwner ? action.otherwise : askOwner;
    text = text.replaceAll(placeholder, value);
  }
  return text;
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

function unique<T>(value: T, index: number, all: readonly T[]): boolean {
  return all.indexOf(value) === index;
}

const oneXrp = 1_000_000n;

function drops(xrp: string): bigint {
  const parsed = parseDrops(xrp);
  if (!parsed.ok) throw new Error(`Not an XRP amount: ${parsed.reason}`);
  return parsed.drops;
}

function roundUp(amount: bigint): bigint {
  return ((amount + oneXrp - 1n) / oneXrp) * oneXrp;
}
