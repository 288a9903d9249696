import { exchangeSites } from '@xrp-bridge/contracts/exchange-sites';
import { exchangeIds, exchangeName } from '@xrp-bridge/contracts/exchanges';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { walletIds, wallets } from '@xrp-bridge/contracts/wallets';
import { describe, expect, it } from 'vitest';
import { answerQuestion, type Question } from '../../src/assistant/answers.ts';
import { pages, steps } from '../../src/assistant/entry.ts';
import { baseReserveXrp } from '../../src/assistant/knowledge/amount.ts';
import { entryOf, knowledge, wordingsOf } from '../../src/assistant/knowledge.ts';
import { textOf } from '../../src/assistant/wordings.ts';
import { reserveFact } from '../../src/guides/common.ts';
import { exchangeGuides } from '../../src/guides/exchange-guides.ts';
import { walletGuides } from '../../src/guides/wallet-guides.ts';
import { product } from './evaluate.ts';
import { heldOutQuestions } from './held-out-questions.ts';
import { questions } from './questions.ts';

const ask = (question: string, at: Omit<Question, 'question'> = {}) => answerQuestion({ question, ...at }, product);
const all = [...questions, ...heldOutQuestions].map((each) => ({ ...each, answer: ask(each.question, each.at) }));
const pairs = exchangeIds.flatMap((fromExchange) => walletIds.map((toWallet) => ({ fromExchange, toWallet })));

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:]”?)\s+|\n/).filter((sentence) => /\p{L}/u.test(sentence));
}

it.each(['Are you a robot?', 'Are you human?', 'Is this a real person?'])(
  'the answer to “%s” says that it is a program, without a “Yes”',
  (question) => {
    const text = JSON.stringify(ask(question));
    expect(text).toContain('I’m a computer program, not a person.');
    expect(text).not.toContain('Yes, I’m');
  },
);

describe('every answer', () => {
  it('contains only sentences of the guides and the knowledge entries', () => {
    const answers = exchangeIds.flatMap((exchange) =>
      [null, ...walletIds].flatMap((wallet) =>
        steps.flatMap((step) =>
          knowledge.flatMap((entry) =>
            entry
              .answer({
                exchange: exchangeGuides[exchange],
                wallet: wallet && walletGuides[wallet],
                step,
                sendNow: null,
                transfer: null,
                product,
              })
              .flatMap((one) => sentencesOf(textOf(one))),
          ),
        ),
      ),
    );
    const allowed = new Set([
      ...answers,
      ...sentencesOf('I understand you need help. Let me guide you through this step...'),
      ...['exchange', 'wallet'].map((kind) => `Tell me which ${kind} you use, and I can tell you more.`),
      ...[...exchangeIds.map(exchangeName), ...wallets.map(({ name }) => name)].map(
        (name) => `If ${name} shows something different, go with what you see there.`,
      ),
      ...sentencesOf(ask('sEdTM1uX8pu2do5XvTnutH6HsouMaM2').response),
    ]);
    for (const { answer } of all) {
      expect(sentencesOf(answer.response).filter((sentence) => !allowed.has(sentence))).toEqual([]);
    }
  });

  it('is short, and contains no phone number and no request for a secret', () => {
    for (const { response } of all.map(({ answer }) => answer)) {
      expect(response.length).toBeLessThanOrEqual(1000);
      expect(response.replace(/\d{4}-\d\d-\d\d/g, '')).not.toMatch(/(?:\+?\d[\s().-]?){7,}/);
      for (const sentence of sentencesOf(response)) {
        if (!/\b(?:enter|type|paste|send|give|tell|share|show)\b/i.test(sentence)) continue;
        if (!/recovery phrase|secret|private key|seed|password/i.test(sentence)) continue;
        expect(sentence).toMatch(/\b(?:never|not|nobody|no|new phrase)\b/i);
      }
    }
  });

  it('has two or three suggestions, and one to three sources on our or official sites', () => {
    const trusted = [
      'xrpl.org',
      ...exchangeIds.map((id) => exchangeSites[id]?.domain),
      ...wallets.map(({ domain }) => domain),
    ];
    for (const { answer } of all) {
      expect(answer.suggestions.length).toBeGreaterThanOrEqual(2);
      expect(answer.suggestions.length).toBeLessThanOrEqual(3);
      expect(new Set(answer.suggestions.map(({ id }) => id)).size).toBe(answer.suggestions.length);
      expect(answer.sources.length).toBeGreaterThanOrEqual(1);
      expect(answer.sources.length).toBeLessThanOrEqual(3);
      for (const { url } of answer.sources.filter(({ url }) => !/^\/(?:#?[a-z-]+)?$/.test(url))) {
        const { protocol, hostname } = new URL(url);
        expect(protocol).toBe('https:');
        expect(trusted.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))).toBe(true);
      }
    }
  });

  it('has one of our pages among its sources', () => {
    const own = new Set([...Object.values(pages).map(({ url }) => url), '/quantum']);
    for (const { answer } of all) expect(answer.sources.some(({ url }) => own.has(url))).toBe(true);
  });
});

describe('the knowledge base', () => {
  const open = knowledge.filter(({ exchange, wallet }) => !exchange && !wallet);

  it('has unique entries, and their suggestions exist and fit on a button', () => {
    expect(new Set(knowledge.map(({ id }) => id)).size).toBe(knowledge.length);
    for (const title of knowledge.flatMap(({ next }) => next.map((id) => entryOf(id).title))) {
      expect(title.length).toBeLessThanOrEqual(45);
    }
  });

  it('answers a question that equals an entry’s title with that entry', () => {
    for (const { title, next } of open) {
      expect([title, ask(title).suggestions.map(({ id }) => id)]).toEqual([title, next]);
    }
  });

  it('contains no wording twice in different entries', () => {
    const entriesByWay = Map.groupBy(
      open.flatMap((entry) => wordingsOf(entry).map((wording) => ({ wording, id: entry.id }))),
      ({ wording }) => wording.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' '),
    );
    const shared = [...entriesByWay.values()].filter((entries) => new Set(entries.map(({ id }) => id)).size > 1);
    expect(shared).toEqual([]);
  });

  it('contains the same reserve as the guides', () => {
    expect(reserveFact.text).toContain(` ${baseReserveXrp} XRP as of `);
    expect(ask('Can I send everything?').response).toContain(`keeps ${baseReserveXrp} XRP`);
  });

  it('explains how to get a new link, and mentions no limit', () => {
    const { response } = ask('the link has expired');
    expect(response).toMatch(/press “Email me a new link\.”/);
    expect(response).not.toMatch(/once/);
  });

  it('quotes the refund terms', () => {
    const { response } = ask('Can I get a refund?');
    for (const term of Object.values({ ...refundTerms, ...refundWay })) expect(response).toContain(term);
  });
});

describe('the chosen exchange and wallet', () => {
  it.each(pairs)('determine the answers: $fromExchange to $toWallet', (at) => {
    const exchange = exchangeGuides[at.fromExchange];
    const wallet = walletGuides[at.toWallet];
    const tag = ask('Do I need a destination tag?', at).response;
    expect(tag).toContain(wallet.destinationTagInfo.text);
    expect(tag).toContain(exchange.tag.text);
    expect(ask('which netwrok do i choose', at).response).toContain(exchange.network.text);
    const wait = ask('why do i have to wait', at).response;
    for (const hold of exchange.holds) expect(wait).toContain(hold.text);
    const address = ask('where is my address', at).response;
    for (const step of wallet.steps) expect(address).toContain(step.description);
    const steps = ask('How do I send from my exchange?', at).response;
    for (const action of exchange.withdraw.actions) expect(steps).toContain(action);
  });

  it('are replaced by the exchange and wallet that the question names', () => {
    const at = { fromExchange: 'gemini', toWallet: 'exodus' } as const;
    const { response } = ask('tag at bitfinex for my ledger?', at);
    expect(response).toContain(exchangeGuides.bitfinex.tag.text);
    expect(response).toContain(walletGuides.ledger.destinationTagInfo.text);
    expect(response).not.toMatch(/Gemini|Exodus/);
  });

  it('are requested if they are missing and the answer depends on them', () => {
    expect(ask('Why do I have to wait?').response).toContain('Tell me which exchange you use');
    expect(ask('Why do I have to wait?', { fromExchange: 'okx' }).response).not.toContain('Tell me which');
  });
});

describe('the answer at a step', () => {
  it.each(steps)('contains guidance for the step if the question is vague: %s', (step) => {
    const { response, suggestions } = ask('help', { step });
    expect(response).toMatch(/^I understand you need help\. Let me guide you through this step\.\.\. \S/);
    expect(suggestions).toHaveLength(3);
  });

  it('depends on the page if the step is unknown', () => {
    const { response } = ask('help', { step: 'instructions', fromExchange: 'kraken' });
    for (const context of ['/transfer/0af7651916cd43dd8448eb211c80319c', '/transfer/x']) {
      expect(ask('help', { step: 'never-heard-of', context, fromExchange: 'kraken' }).response).toBe(response);
    }
    expect(ask('help', { step: 'x', context: '/elsewhere' }).response).toContain('Choose where your XRP is now');
  });

  it('contains the advice to enter the tag if the destination has one', () => {
    for (const question of ['do i need a tag at kraken', 'coinbase insists on a tag']) {
      const { response } = ask(question, { step: 'destination-tag-required' });
      expect(response).toContain('enter the exact tag');
      expect(response).not.toMatch(/empty/);
    }
  });
});

describe('the amount in the customer’s guide', () => {
  const sendNow = 'Now enter 4,998 XRP. This is the rest.';

  it.each([
    'which amount do i enter',
    'how much must I send the first time?',
    'should i send a test first?',
    'How much do I send now?',
    'What number do I type?',
    'how much is the rest',
  ])('is the only amount in the answer to “%s”', (question) => {
    const { response } = ask(question, { sendNow, fromExchange: 'coinbase' });
    expect(response).toMatch(/^Now enter 4,998 XRP\. This is the rest\. See the step “Enter the amount”/);
    expect(response.match(/[\d.,]*\d XRP/g)).toEqual(['4,998 XRP']);
  });

  it('is missing from answers to other questions and to customers without a guide', () => {
    expect(ask('Do I need a destination tag?', { sendNow }).response).not.toMatch(/4,998/);
    expect(ask('What does it cost to send now?', { sendNow }).response).not.toMatch(/4,998/);
    expect(ask('which amount do i enter').response).toMatch(/^Yes\. Just leave room/);
  });
});

describe('an answer about the concierge', () => {
  const withoutIt = { ...product, conciergeOffered: false };
  const both = (question: Question) =>
    [answerQuestion(question, product), answerQuestion(question, withoutIt)] as const;

  it('contains the price only if the concierge is offered', () => {
    const [offered, not] = both({ question: 'What does it cost?' });
    expect(offered.response).toMatch(/concierge for \$13\.76/);
    expect(not.response).toMatch(/^The guide costs \$4\.00/);
    expect(not.response).not.toMatch(/concierge|13\.76|17\.76/i);
    const [sold, unavailable] = both({ question: 'What is the concierge?' });
    expect(sold.response).toMatch(/\$13\.76.* \$17\.76/);
    expect(unavailable.response).toMatch(
      /We’re not selling the concierge right now\. If you already have it, you’ll keep it\./,
    );
    expect(unavailable.response).not.toMatch(/13\.76|17\.76/);
  });

  it.each([{ question: 'hm', step: 'success' }, { question: 'I have finished all steps' }])(
    'is not suggested for the input %j if the concierge is not offered',
    (question) => {
      const [offered, not] = both(question).map(({ suggestions }) => suggestions.map(({ id }) => id));
      expect(offered).toContain('concierge');
      expect(not).toEqual(offered?.filter((id) => id !== 'concierge'));
    },
  );
});

describe('a question with a secret', () => {
  const seed = 'sEdTM1uX8pu2do5XvTnutH6HsouMaM2';

  it.each([
    [{ question: `is ${seed} my address?` }],
    [{ question: 'help', context: `/transfer?${seed} ` }],
    [{ question: 'help', step: seed }],
    [{ question: 'my words: abandon ability able absorb abstract absurd abuse access accident acid acoustic actor' }],
  ])('is answered with a warning that does not repeat the secret: %#', (question) => {
    const { response, choices } = answerQuestion({ ...question, entry: 'refund' }, product);
    expect(response).toMatch(/^Stop\./);
    expect(response).not.toMatch(/sEd|abandon/);
    expect(choices).toEqual([]);
  });
});

describe('the choices for a language model', () => {
  it.each(['will xrp go up', 'should i sell', 'write a poem', 'you idiots', 'help', 'hello', 'Can I get a refund?'])(
    'are empty for “%s”, because our answer is certain',
    (question) => {
      expect(ask(question).choices).toEqual([]);
    },
  );

  it('contain the possible meanings of the question and the entries of the step', () => {
    const { choices } = ask('the thingy at kraken wants a number', { step: 'instructions' });
    expect(choices.map(({ id }) => id)).toEqual(expect.arrayContaining(['withdraw', 'tag', 'hold', 'off-topic']));
    expect(choices.length).toBeLessThanOrEqual(17);
    for (const { id, title } of choices) expect(title).toBe(entryOf(id).title);
  });
});

describe('an entry id in a question', () => {
  it('has priority over the text of the question', () => {
    expect(ask('hello', { entry: 'refund' })).toEqual(ask('Can I get a refund?', {}));
  });

  it.each([['nobody’s'], ['ledger-1'], ['']])('is ignored if it is unknown or about another wallet: “%s”', (entry) => {
    expect(ask('Can I get a refund?', { entry })).toEqual(ask('Can I get a refund?'));
  });
});
