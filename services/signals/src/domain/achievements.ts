import nlp from 'compromise';

/** Verbs of achievements in dictionary form, by kind. */
const deeds = {
  launch: [
    'launch',
    'release',
    'ship',
    'deploy',
    'activate',
    'open',
    'enable',
    'unveil',
    'introduce',
    'begin',
    'start',
  ],
  adopt: [
    ...['adopt', 'accept', 'integrate', 'connect', 'link', 'join', 'choose', 'pick', 'select', 'sign', 'switch'],
    ...['move', 'migrate', 'bring', 'add', 'list', 'relist', 'onboard', 'expand', 'extend', 'use', 'register', 'put'],
  ],
  settle: [
    'settle',
    'process',
    'pay',
    'transfer',
    'send',
    'serve',
    'confirm',
    'record',
    'track',
    'distribute',
    'count',
  ],
  build: [
    'build',
    'complete',
    'deliver',
    'upgrade',
    'test',
    'fix',
    'produce',
    'verify',
    'publish',
    'open-source',
    'cut',
    'mine',
    'add',
    'absorb',
    'shut',
    'freeze',
  ],
  issue: ['issue', 'tokenize', 'tokenise', 'mint', 'finance', 'sell', 'store', 'bridge', 'create'],
  grow: ['pass', 'grow', 'reach', 'receive', 'win', 'acquire', 'buy', 'raise', 'fund', 'grant', 'become'],
  decide: ['approve', 'vote', 'recognize', 'recognise', 'dismiss', 'reopen', 'restore', 'restart', 'go'],
} as const;

const achievementVerbs: ReadonlySet<string> = new Set(Object.values(deeds).flat());

/** Words of a plan, a wish, a rumour or a condition. A clause with such a word reports no achievement. */
const hedges =
  /\b(?:will|would|could|may|might|should|shall|if|soon|plans?|planned|planning|hop(?:e|es|ing)|aims?|wants?|reportedly|allegedly|is set to|about to|going to|unlikely|intends?|seeks?|asks?|asked|never|nobody|nothing)\b|\b(?:expect|rumou?r|predict|promis|teas(?:e|ing))/i;

/** Matches sentences about prices, which report no achievement. */
const aboutPrice =
  /\b(prices?(?! feeds?)|bullish|bearish|rall(y|ied)|surged?|plunged?|pump|moon|undervalued|holders?|traders?)\b/i;

/**
 * All past forms of the verbs: "integrated", "sold".
 * Only sentences with one of these forms are parsed.
 */
const pastForms: ReadonlySet<string> = new Set(
  [...achievementVerbs].flatMap((deed) => {
    const [forms] = nlp(`to ${deed}`).verbs().conjugate() as { PastTense?: string; Participle?: string }[];
    return [deed, forms?.PastTense, forms?.Participle].flatMap((form) =>
      form ? [form.split(' ').at(-1) as string] : [],
    );
  }),
);

const mayReportDeeds = (sentence: string) =>
  (sentence.toLowerCase().match(/[a-z]+(-[a-z]+)?/g) ?? []).some((word) => pastForms.has(word));

/**
 * Returns the achievements that a sentence reports, as verbs in dictionary form and in order.
 * Matches "integrated", "has launched", "was released"; does not match "will launch", "could integrate?", "did not
 * list".
 * @param sentence one English sentence; parsing takes about a millisecond if it contains one of the verbs
 */
export function findDeeds(sentence: string): string[] {
  if (sentence.trimEnd().endsWith('?') || aboutPrice.test(sentence) || !mayReportDeeds(sentence)) return [];
  const found: string[] = [];
  nlp(sentence)
    .clauses()
    .forEach((clause) => {
      if (hedges.test(clause.text())) return;
      // The types of the library lack the methods of a clause, such as `verbs`.
      const { verbs } = clause as unknown as ReturnType<typeof nlp>;
      for (const { verb } of verbs.call(clause).json() as { verb?: Verb }[]) {
        if (!verb || verb.negative || verb.grammar.tense !== 'PastTense' || verb.grammar.progressive) continue;
        if (achievementVerbs.has(verb.infinitive)) found.push(verb.infinitive);
      }
    });
  return [...new Set(found)];
}

/** A verb that the library `compromise` returns, with only the fields that this file uses. */
interface Verb {
  infinitive: string;
  negative: boolean;
  grammar: { tense?: string; progressive?: boolean };
}
