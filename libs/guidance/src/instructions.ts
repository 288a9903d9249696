import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { formatDrops } from '@xrp-bridge/contracts/drops';
import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import type { Instructions } from '@xrp-bridge/contracts/instructions';
import { walletName } from '@xrp-bridge/contracts/wallets';
import { exchangeErrors, networkFeeFact, safetyErrors, walletErrors } from './guides/common.ts';
import { exchangeGuides } from './guides/exchange-guides.ts';
import type { Hold } from './guides/guide.ts';
import { walletGuides } from './guides/wallet-guides.ts';
import { nextHolds } from './holds.ts';
import { decideSendNow, drops, firstAmountXrp, sendNowForOthers } from './send-now.ts';
import { type About, type InstructionsInput, writeSteps } from './steps.ts';
import { feeSentence, formatDay, formatHours, minimumSentence, sentenceCase } from './words.ts';

export type { InstructionsInput };

type Issue = Instructions['troubleshooting']['commonIssues'][number];

/**
 * Builds the steps for one exchange and one wallet, with the customer's address, tag and next amount.
 * If a value is missing, the step requests it; the text never has a placeholder.
 */
export function buildInstructions(given: InstructionsInput): Instructions {
  const input = given.forOwner ? given : { ...given, ...hidden };
  const exchange = exchangeGuides[input.fromExchange];
  const wallet = walletGuides[input.toWallet];
  const testXrp = firstAmountXrp(input.baseReserveXrp, exchange.fee, exchange.minimum);
  const sendNow = input.forOwner
    ? decideSendNow({ ...amountsOf(input), testFirst: input.testFirst, testXrp })
    : sendNowForOthers;
  const about: About = { input, exchange, wallet, sendNow, testXrp };
  const name = exchangeName(input.fromExchange);
  const walletsName = walletName(input.toWallet);
  return {
    overview: {
      title: sentenceCase(`${name} to ${walletsName}`),
      description: `You’ll move your XRP from ${name} to ${walletsName}, your own wallet. You do each step yourself. We never touch your XRP.`,
      estimatedTime: estimateTime(about, name),
      networkFee: `${networkFeeFact.text} ${feeSentence(exchange.fee, name)}`,
      normalWait: describeWait(about, name),
      inShort: 'About 15 minutes of your time',
      lastChecked: formatDay(exchange.lastChecked < wallet.lastChecked ? exchange.lastChecked : wallet.lastChecked),
    },
    network: exchange.network.choose,
    sendNow,
    steps: writeSteps(about).map(
      ({ id, kind, title, description, actions, tips, link, signedInLink = null }, index) => ({
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
        signedInLink,
      }),
    ),
    troubleshooting: { commonIssues: listIssues(about, name), support: input.support },
  };
}

/**
 * Returns the amount for the current destination, and the arrivals there.
 * XRP that went to a previous destination does not count towards the amount.
 */
function amountsOf({ amountXrp, arrivals, addressChangedAt }: InstructionsInput) {
  const arrived = sumOf(arrivedThisWay({ arrivals, addressChangedAt }));
  const left = amountXrp === null ? 0n : drops(amountXrp) - (sumOf(arrivals) - arrived);
  return { amountXrp: left > 0n ? formatDrops(left) : null, arrivedXrp: formatDrops(arrived) };
}

function sumOf(arrivals: InstructionsInput['arrivals']): bigint {
  return arrivals.reduce((sum, { deliveredXrp }) => sum + drops(deliveredXrp), 0n);
}

/** Lists possible problems, and facts that do not fit into the steps. */
function listIssues(about: About, name: string): Issue[] {
  const { exchange, wallet, sendNow } = about;
  const errors = [
    ...exchange.commonErrors,
    ...wallet.commonErrors,
    ...exchangeErrors,
    ...safetyErrors,
    ...walletErrors,
  ];
  return [
    ...nextHolds(exchange, sendNow.kind).map(({ appliesWhen, text }) => ({
      id: `hold-${appliesWhen}`,
      issue: holdQuestion(appliesWhen, name),
      solution: text,
    })),
    ...errors.map(({ id, issue, solution }) => ({ id, issue, solution })),
    ...amountIssues(about, name),
  ];
}

function amountIssues({ input, exchange, sendNow }: About, name: string): Issue[] {
  const minimum = minimumSentence(exchange.minimum, name);
  return [
    // After an arrival the wallet already has its reserve.
    ...(sendNow.kind === 'rest'
      ? []
      : [
          {
            id: 'first-payment',
            issue: 'Why can’t the first payment be smaller?',
            solution: `A new wallet keeps ${input.baseReserveXrp} XRP as its reserve. A first payment smaller than that will fail.`,
          },
        ]),
    ...(minimum === null
      ? []
      : [{ id: 'minimum', issue: `What’s the smallest amount I can withdraw from ${name}?`, solution: minimum }]),
  ];
}

function holdQuestion(when: Hold['appliesWhen'], name: string): string {
  return {
    newAddress: `Do I have to wait to use a new address at ${name}?`,
    firstTime: `Does my first withdrawal from ${name} take longer?`,
    always: `How long does ${name} take to send XRP?`,
    passwordChanged: 'I changed my password. Do I have to wait?',
    recentPurchase: 'I just bought my XRP. Do I have to wait?',
  }[when];
}

/** Waits of an ordinary transfer, with a phrase for each of the two sentences that mention the wait. */
const ordinaryWaits: Partial<Record<Hold['appliesWhen'], { subject: string; cause: string }>> = {
  newAddress: { subject: 'a new address can take', cause: ' with a new address' },
  firstTime: { subject: 'your first withdrawal can take', cause: ' the first time' },
  always: { subject: 'a withdrawal can take', cause: '' },
};

function estimateTime({ exchange, sendNow }: About, name: string): string {
  const yours = 'About 15 minutes of your time.';
  const [longest] = longWaits(exchange, sendNow.kind);
  return longest ? `${yours} At ${name}, ${longest.subject} up to ${formatHours(longest.hours)}.` : yours;
}

/** Returns the sentence after “Nothing yet, which is normal.” */
function describeWait({ exchange, sendNow }: About, name: string): string {
  const [longest] = longWaits(exchange, sendNow.kind);
  if (!longest) return `${name} checks each withdrawal first, and that can take a while.`;
  return `${name} can take up to ${formatHours(longest.hours)}${longest.cause}.`;
}

/** Lists the waits of an ordinary transfer that last more than an hour, the longest first. */
function longWaits(exchange: About['exchange'], kind: Instructions['sendNow']['kind']) {
  return nextHolds(exchange, kind)
    .flatMap(({ appliesWhen, maxHours }) => {
      const wait = ordinaryWaits[appliesWhen];
      return wait && (maxHours ?? 0) > 1 ? [{ ...wait, hours: maxHours ?? 0 }] : [];
    })
    .sort((a, b) => b.hours - a.hours);
}

const hidden = {
  destinationAddress: null,
  destinationTag: null,
  amountXrp: null,
  arrivals: [],
  testFirst: true,
  addressChangedAt: null,
};
