import nlp from 'compromise';

/** What was done, in its dictionary form, and what kind of deed it is. */
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

const known: ReadonlySet<string> = new Set(Object.values(deeds).flat());

/** A clause with one of these tells of no deed: a plan, a wish, a rumour, a condition, a guess. */
const hedges =
  /\b(?:will|would|could|may|might|should|shall|if|soon|plans?|planned|planning|hop(?:e|es|ing)|aims?|wants?|reportedly|allegedly|is set to|about to|going to|unlikely|intends?|seeks?|asks?|asked|never|nobody|nothing)\b|\b(?:expect|rumou?r|predict|promis|teas(?:e|ing))/i;

/** Prices move; they do not do anything. */
const aboutPrice =
  /\b(prices?(?! feeds?)|bullish|bearish|rall(y|ied)|surged?|plunged?|pump|moon|undervalued|holders?|traders?)\b/i;

/** Every form in which a known deed may stand as done: "integrated", "sold". Only sentences with one are parsed at all. */
const pastForms: ReadonlySet<string> = new Set(
  [...known].flatMap((deed) => {
    const [forms] = nlp(`to ${deed}`).verbs().conjugate() as { PastTense?: string; Participle?: string }[];
    return [deed, forms?.PastTense, forms?.Participle].flatMap((form) =>
      form ? [form.split(' ').at(-1) as string] : [],
    );
  }),
);

const mayTellOfDeeds = (sentence: string) =>
  (sentence.toLowerCase().match(/[a-z]+(-[a-z]+)?/g) ?? []).some((word) => pastForms.has(word));

/**
 * The deeds that a sentence reports as done, in their dictionary form and in order: "integrated", "has launched", "was
 * released", not "will launch", "could integrate?", "did not list".
 *
 * @param sentence one of English; about a millisecond where it names a deed at all
 */
export function findDeeds(sentence: string): string[] {
  if (sentence.trimEnd().endsWith('?') || aboutPrice.test(sentence) || !mayTellOfDeeds(sentence)) return [];
  const found: string[] = [];
  nlp(sentence)
    .clauses()
    .forEach((clause) => {
      if (hedges.test(clause.text())) return;
      // Its types forget that a part can do what the whole can.
      const { verbs } = clause as unknown as ReturnType<typeof nlp>;
      for (const { verb } of verbs.call(clause).json() as { verb?: Verb }[]) {
        if (!verb || verb.negative || verb.grammar.tense !== 'PastTense' || verb.grammar.progressive) continue;
        if (known.has(verb.infinitive)) found.push(verb.infinitive);
      }
    });
  return [...new Set(found)];
}

/** What compromise says of a verb, as far as it is used. */
interface Verb {
  infinitive: string;
  negative: boolean;
  grammar: { tense?: string; progressive?: boolean };
}
