import { fileURLToPath } from 'node:url';
import { quotedTexts } from './quoted-texts.ts';
import { repository } from './run-program.ts';
import { readShownTexts, type ShownText } from './shown-texts.ts';

// Checks the words of all shown texts: everyday American English, contractions, and one name for each thing.

/** Words that must not be shown, each with what to write. */
const unwanted: readonly { words: RegExp; instead: string }[] = [
  // Contractions
  {
    words: /\b(?:do|does|did|is|are|was|were|have|has|had|could|would|should) not\b/i,
    instead: 'a contraction: “don’t”',
  },
  { words: /\bcan ?not\b|\bwill not\b/i, instead: '“can’t” or “won’t”' },
  { words: /(?<!\p{L} )\b(?:It|There|That) is (?=\p{Ll})/u, instead: 'a contraction: “It’s”' },
  { words: /\b(?:[Yy]ou|[Ww]e) are (?=\p{Ll})|\bI am\b/u, instead: 'a contraction: “you’re”' },
  { words: /\b(?:you|we|they|it) will (?!do\b)/i, instead: 'a contraction: “we’ll”' },
  { words: /\b(?:you|we) have (?=(?:already|just|never|not) |\p{Ll}+ed\b)/iu, instead: 'a contraction: “we’ve”' },
  // Everyday American words
  { words: /\be-mail/i, instead: '“email”' },
  { words: /\bmails?\b(?! server)/i, instead: '“email”' },
  { words: /\badvert(?:s|isement)?\b/i, instead: '“ad”' },
  { words: /\btick(?:s|ed)? (?:the|this|it|a|here|off)\b/i, instead: '“check the box”' },
  { words: /\btelephone\b/i, instead: '“phone”' },
  { words: /\bworking days?\b/i, instead: '“business day”' },
  { words: /\b(?:a|this|that) fraud\b|\bfrauds\b/i, instead: '“a scam”, or “a scammer” for a person' },
  { words: /\b(?:nobody|somebody)\b/i, instead: '“no one”, “someone”' },
  { words: /\banybody\b|\bwhoever\b/i, instead: '“anyone”' },
  { words: /\bwhom\b/i, instead: '“who”' },
  { words: /\banew\b|\bonce more\b/i, instead: '“again”' },
  { words: /(?<!all )\bat once\b/i, instead: '“right away”, or “all together”' },
  { words: /\bfor ever\b/i, instead: '“forever”' },
  { words: /\bas a rule\b/i, instead: '“usually”' },
  { words: /\bby hand\b/i, instead: '“manually”, or who does it' },
  { words: /\bat any time\b/i, instead: '“anytime”' },
  { words: /\bjust now(?=[.,!])/i, instead: '“right now”' },
  { words: /\bgo(?:es)? on(?! X\b)\b/i, instead: '“continue”' },
  { words: /\bbegun\b/i, instead: '“started”' },
  { words: /\bof (?:its|their|your|our|my) own\b/i, instead: '“your own …”' },
  { words: /\bof (?:today|ours|yours)\b/i, instead: '“today’s”, “our”, “your”' },
  { words: /\bdigits and letters\b|\bletters and digits\b/i, instead: '“letters and numbers”' },
  {
    words: /\b(?:colour|favour|behaviour|neighbour|centre|cheque|licence|travell|cancell(?:ed|ing)|organis|recognis)/i,
    instead: 'the American spelling',
  },
  // One name for each thing
  { words: /\brecovery words?\b/i, instead: '“recovery phrase”' },
  { words: /\b(?:money|pa(?:id|y|ys|ying)(?: it| that| this| them| you)?) back\b/i, instead: '“refund”' },
  { words: /\ba person (?:looks|reads|writes|checks|answers)\b/i, instead: '“someone from our team”' },
  {
    words: /(?<!“|called |called the |^)XRP Ledger(?!”)/,
    instead: '“the XRP network”; “XRP Ledger” in quotes is what a form of an exchange says',
  },
  { words: /(?<!XRP )\bledger\b(?! server| version)(?!\.\w)/, instead: '“the XRP network”: a Ledger is a wallet' },
  { words: /cbXRP|\bNFT\b/, instead: 'call it another token, or a gift' },
  { words: /(?<!XRP )transfer assistant|ask the guide/i, instead: '“the assistant”' },
  // Phrases that hide who does what
  { words: /\bcalled back\b/i, instead: '“undone”' },
  { words: /\bstands? (?:here|beside|below|above|there)\b/i, instead: '“appears here”' },
  { words: /\b(?:is|are|was|were) (?:kept|told|heard|booked)\b/i, instead: 'who does it: “We’ve saved …”' },
  { words: /\ball that you\b/i, instead: '“everything you”' },
  { words: /\bneeds? none\b/i, instead: '“doesn’t need one”' },
  { words: /\? Then (?=\p{Ll})/u, instead: '“If …, …” in place of a question and “Then …”' },
  { words: /nothing waits|never said|none before|came to\b|put back|nothing to tell/i, instead: 'the thing itself' },
  { words: /please configure/i, instead: 'a customer configures nothing' },
  // Punctuation marks, and statements that are not true
  {
    words: /(?<!Good job|Nice work|You got it|Concierge activated|Payment successful|You’re back)!(?=$|[\s”])/,
    instead: 'a period',
  },
  { words: /(?<=\p{L})'(?=\p{L})|(?<=^|\s)"(?=\p{L})/u, instead: 'curly quotes' },
  { words: /”[.,](?=\s|$)/, instead: 'the period or comma inside the quotes' },
  { words: /\bJuly\b|approval pending|pending provider|\bQFS\b/i, instead: 'nothing: it is not true' },
];

/** Texts that keep an unwanted word, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'XRP Ledger': 'the name in the form of an exchange, and of our provider',
  'What is the XRP Ledger?': 'asks for the name that exchanges show',
  'By hand': 'the name of a saved view, given by the product’s owner',
};

/** Lists unwanted words in shown texts below `root`, a tree laid out like this repository. */
export async function findUnwantedWords(root: string): Promise<string[]> {
  return (await readShownTexts(root)).flatMap(judgeText);
}

function judgeText({ file, line, text }: ShownText): string[] {
  if (text in exceptions) return [];
  const own = withoutQuotes(text);
  return unwanted.flatMap(({ words, instead }) => {
    const [word] = words.exec(own) ?? [];
    return word ? [`${file}:${line} “${word.trim()}” in “${text}”: write ${instead}`] : [];
  });
}

const quoted = Object.keys(quotedTexts)
  .filter((text) => text.includes(' ') && !text.includes('…'))
  .map((text) => new RegExp(text.replaceAll("'", '’').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i'));

/** Removes texts that the specifications quote, because they must be shown word for word. */
function withoutQuotes(text: string): string {
  return quoted.reduce((rest, quote) => rest.replace(quote, ''), text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await findUnwantedWords(repository);
  for (const line of found) console.log(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
