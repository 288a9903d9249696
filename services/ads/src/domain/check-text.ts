import { longestPost } from '@xrp-bridge/contracts/ad-plan';
import { postLengthOf } from '@xrp-bridge/contracts/post-length';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { similarityOf } from '@xrp-bridge/text/duplicates';

/** A reason why a text must not be posted. */
export interface TextProblem {
  code: string;
  message: string;
}

/** The ad marker must be within this many characters, so that it is read first. */
const markerWithin = 40;
const marker = /^ad:|(?<![\p{L}\p{N}_#])#ad(?![\p{L}\p{N}_])/iu;

const amounts = new Set(Object.values(prices).map((cents) => formatCents(cents)));

/** Claims that a text must not make, each with the message for its author. */
const forbidden: readonly { code: string; claim: RegExp; message: string }[] = [
  {
    code: 'promise',
    claim:
      /\b(?:guarantee\w*|risk[- ]?free|(?:no|zero|without) risks?|no[- ]risk|(?:100|hundred) ?(?:%|percent) (?:safe|secure)|can(?:no|['’])t lose|never lose|always works?|foolproof)(?!\p{L})/iu,
    message: 'Don’t make guarantees or promise “no risk.” Say what we do instead.',
  },
  {
    code: 'price_prediction',
    claim:
      /\b(?:to the moon|moon(?:ing|shot)|skyrocket\w*|price (?:target|prediction)s?|(?:will|going to|about to|set to|could) (?:rise|soar|surge|explode|pump|double|triple|hit|reach|fly|boom)|bull ?run|\d+ ?x (?:gains?|returns?)|(?:double|triple|multiply) your|get rich|rich quick|(?:big|huge|easy|quick) (?:gains?|profits?|returns?)|make money|before it(?:['’]s| is) too late|buy (?:now|xrp))(?!\p{L})/iu,
    message: 'Don’t predict what XRP will be worth or rush people to buy.',
  },
  {
    code: 'affiliation',
    claim:
      /\b(?:(?:official|approved|endorsed|certified|trusted|backed|powered|recommended|sponsored|verified) (?:by|partner)|partner(?:s|ed|ship)? (?:with|of)|in (?:partnership|cooperation) with|official(?:ly)? (?:ripple|xrp|coinbase|binance|kraken|robinhood|uphold)|ripple['’]s|on behalf of)(?!\p{L})/iu,
    message: 'We’re independent. Don’t name a company as our partner or supporter.',
  },
  {
    code: 'bait',
    claim:
      /\b(?:give ?aways?|air ?drops?|free xrp|claim your|win \S+ xrp|bonus|qfs|quantum[- ](?:secure|safe|proof))(?!\p{L})/iu,
    message: 'This text reads like a scam. Don’t mention gifts, prizes, or “quantum” promises.',
  },
  {
    code: 'mention',
    claim: /(?<![\p{L}\p{N}_.])[@＠][A-Za-z0-9_]+/u,
    message: 'Don’t @-mention anyone.',
  },
  { code: 'markup', claim: /<\/?[a-z]/i, message: 'Leave out HTML. X would show the tags as text.' },
  {
    code: 'control_character',
    claim: /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u,
    message: 'This text has an invisible character. Please type the text again.',
  },
];

/**
 * Returns every problem of a text by the rules of X, the law and our own rules; empty if the text may
 * be posted.
 */
export function checkText(text: string): TextProblem[] {
  const problems: TextProblem[] = [];
  const found = marker.exec(text);
  if (!found || found.index + found[0].length > markerWithin) {
    const message = `Start with “Ad:” or put #ad in the first ${markerWithin} characters.`;
    problems.push({ code: 'no_disclosure', message });
  }
  const length = postLengthOf(text);
  if (length > longestPost) {
    const message = `This post is ${length} characters long by X’s count. The limit is ${longestPost}.`;
    problems.push({ code: 'too_long', message });
  }
  for (const { code, claim, message } of forbidden) if (claim.test(text)) problems.push({ code, message });
  const wrong = [...text.matchAll(/\$\s?(\d[\d,]*(?:\.\d+)?)/g)].find(([, amount]) => !isPrice(amount as string));
  if (wrong) {
    problems.push({
      code: 'wrong_price',
      message: `Only use dollar amounts for our own prices: $${[...amounts].join(', $')}.`,
    });
  }
  return problems;
}

function isPrice(amount: string): boolean {
  return amounts.has(Number(amount.replaceAll(',', '')).toFixed(2));
}

/** Texts that share at least this part of their words are near duplicates. */
const nearDuplicate = 0.6;

/** Returns the first of `others` that equals or nearly equals a text, if any. */
export function findNearDuplicate<Other extends { text: string }>(
  text: string,
  others: readonly Other[],
): Other | undefined {
  return others.find((other) => other.text === text || similarityOf(other.text, text) >= nearDuplicate);
}
