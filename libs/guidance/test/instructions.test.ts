import { compareBoldGroups } from '@xrp-bridge/contracts/address-groups';
import { exchangeIds, exchangeName, exchanges } from '@xrp-bridge/contracts/exchanges';
import { type Instructions, instructionsSchema } from '@xrp-bridge/contracts/instructions';
import { spec } from '@xrp-bridge/contracts/testing';
import { walletIds, walletName, wallets } from '@xrp-bridge/contracts/wallets';
import { describe, expect, it } from 'vitest';
import { exchangeGuides } from '../src/guides/exchange-guides.ts';
import { walletGuides } from '../src/guides/wallet-guides.ts';
import { buildInstructions, type InstructionsInput } from '../src/instructions.ts';
import { feeSentence } from '../src/words.ts';
import { asksForSecret, holdsPhoneNumber, sentences, textsIn } from './plain-words.ts';

const krakens = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';
const own = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const pairs = exchangeIds.flatMap((fromExchange) => walletIds.map((toWallet) => ({ fromExchange, toWallet })));

function build(input: Partial<InstructionsInput> = {}): Instructions {
  return buildInstructions({
    forOwner: true,
    fromExchange: 'coinbase',
    toWallet: 'xumm',
    destinationAddress: own,
    destinationTag: null,
    amountXrp: '250.5',
    arrivals: [],
    testFirst: true,
    baseReserveXrp: '1',
    support: { email: 'help@example.com', hours: 'Every day', response: 'Within a day' },
    ...input,
  });
}

/** What came an hour after the address was changed, where it was. */
const came = (deliveredXrp: string) => [{ deliveredXrp, at: '2026-11-21T10:05:00.000Z' }];

function textOf(instructions: Instructions): string {
  return textsIn(instructions).join('\n');
}

function actionsOf(instructions: Instructions): string[] {
  return instructions.steps.flatMap((step) => step.actions);
}

function issuesOf({ troubleshooting }: Instructions): string {
  return troubleshooting.commonIssues.map(({ issue, solution }) => `${issue} ${solution}`).join('\n');
}

/** Whatever is known of a transfer, in all its combinations. */
const states: Partial<InstructionsInput>[] = [null, own, krakens].flatMap((destinationAddress) =>
  [null, '4711'].flatMap((destinationTag) =>
    [null, '0.9', '8', '5000'].flatMap((amountXrp) =>
      [[], came('1.8'), came('300')].flatMap((arrivals) =>
        [true, false].flatMap((testFirst) =>
          [undefined, '2026-11-21T09:05:00.000Z'].map((addressChangedAt) => ({
            destinationAddress,
            destinationTag,
            amountXrp,
            arrivals,
            testFirst,
            addressChangedAt,
          })),
        ),
      ),
    ),
  ),
);

describe.each(pairs)('from $fromExchange to $toWallet', (pair) => {
  const complete = build(pair);
  const blank = build({ ...pair, destinationAddress: null, amountXrp: null });
  const known = states.map((state) => ({ state, ...build({ ...pair, ...state }) }));

  it('has the shape of the contract and steps numbered without a gap', () => {
    expect(instructionsSchema.strict().safeParse(complete).error).toBeUndefined();
    expect(complete.steps.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
    expect(complete.overview.title.toLowerCase()).toContain(exchangeName(pair.fromExchange).toLowerCase());
    expect(complete.overview.title).toContain(walletName(pair.toWallet));
    expect(complete.overview.lastChecked).toBe('20 Nov 2026');
    expect(complete.troubleshooting.support.email).toBe('help@example.com');
    expect(complete.troubleshooting.commonIssues.length).toBeGreaterThan(8);
    for (const text of textsIn(complete)) expect(text).toMatch(/\S/);
  });

  it('has an id for each step, action, tip and issue, once', () => {
    expect(complete.steps.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'wallet do',
      'form do',
      'address do',
      'amount do',
      'send do',
    ]);
    for (const { actions, actionItems, tips, tipIds } of [...complete.steps, ...blank.steps]) {
      for (const ids of [actionItems.map(({ id }) => id), tipIds]) expect(new Set(ids).size).toBe(ids.length);
      expect([actionItems.length, tipIds.length]).toEqual([actions.length, tips.length]);
    }
    const issues = complete.troubleshooting.commonIssues.map(({ id }) => id);
    expect(new Set(issues).size).toBe(issues.length);
  });

  it('shows the address where it is compared and where it is pasted, and nowhere else', () => {
    const showing = (instructions: Instructions) =>
      instructions.steps.flatMap(({ actionItems }) => actionItems.filter(({ shows }) => shows).map(({ id }) => id));
    expect(showing(complete)).toEqual(['compare-address', 'paste-address']);
    expect(showing(blank)).toEqual([]);
    const texts = complete.steps.flatMap(({ actionItems }) => actionItems.map(({ text }) => text));
    expect(texts.join('\n')).not.toContain(own);
  });

  it('names the network, the whole address and what was typed, where they are needed', () => {
    const place = complete.steps[2];
    expect(place?.actions[0]).toBe(exchangeGuides[pair.fromExchange].network.text);
    expect(place?.actions).toContainEqual(expect.stringContaining(own));
    expect(place?.actions).toContain(compareBoldGroups);
    expect(complete.steps.every((step) => step.destinationAddress === own && step.amount === '250.5')).toBe(true);
  });

  it('tells others than the owner the same way, and nothing of the customer’s own', () => {
    const own = { destinationAddress: krakens, destinationTag: '4711', amountXrp: '250.5' };
    const ours = build({ ...pair, ...own, addressChangedAt: '2026-11-20T09:08:07.000Z' });
    const theirs = build({ ...pair, ...own, addressChangedAt: '2026-11-20T09:08:07.000Z', forOwner: false });
    expect(instructionsSchema.strict().safeParse(theirs).error).toBeUndefined();
    expect(textOf(ours)).toMatch(/250\.5/);
    expect(theirs.sendNow).toMatchObject({ kind: 'test', amountXrp: null });
    expect(build({ ...pair, ...own, arrivals: came('100'), testFirst: false, forOwner: false })).toEqual(
      build({ ...pair, forOwner: false }),
    );
    expect(textOf(theirs)).not.toMatch(
      /4711|250\.5|\brLHz|belongs to Kraken|was changed on|Paste your address here|Now enter/,
    );
    expect(theirs.steps.map((step) => step.actions.length)).not.toContain(0);
    expect(actionsOf(theirs)).toContainEqual(expect.stringContaining('on the device that started this transfer'));
    expect(theirs.steps.map(({ title }) => title)[0]).toBe(complete.steps[0]?.title);
  });

  it(`${spec('5.8')} says that one’s own wallet needs no tag`, () => {
    const place = complete.steps[2];
    expect(complete.steps.every((step) => step.destinationTag === 'Not required')).toBe(true);
    expect(place?.actions).toContain(exchangeGuides[pair.fromExchange].tag.text);
    expect(exchangeGuides[pair.fromExchange].tag.text).toMatch(/leave it empty|tick it/i);
    expect(textOf(complete)).not.toMatch(/TAG_PLACEHOLDER|Enter .* as the destination tag/);
  });

  it.each([null, '123456'])(
    'to an exchange’s address with tag %s: a stop, and never “no tag needed”',
    (destinationTag) => {
      const stopped = build({ ...pair, destinationAddress: krakens, destinationTag });
      expect(stopped.steps[2]).toMatchObject({ id: 'address', kind: 'stop' });
      expect(stopped.steps[2]?.title).toBe('Stop: this address belongs to Kraken');
      expect(textsIn(stopped.steps).join('\n')).not.toMatch(
        /(?:leave|keep) (?:it|the tag|the field).* empty|needs no (?:destination )?tag|tick it|Paste this address/i,
      );
      expect(stopped.steps[2]?.tips.join(' ')).toMatch(/needs the exact destination tag from its own deposit page/);
    },
  );

  it('warns of the networks that swallow XRP, in the step where one is chosen', () => {
    for (const network of exchangeGuides[pair.fromExchange].network.avoid) {
      expect(complete.steps[2]?.tips[0]).toMatch(new RegExp(`^Do not choose .*${network.replace(/[()]/g, '.')}`));
    }
  });

  it('leaves nothing out that the two guides know', () => {
    const exchange = exchangeGuides[pair.fromExchange];
    const wallet = walletGuides[pair.toWallet];
    const [ready, form, , , send] = complete.steps;
    expect(blank.steps[0]?.actions.slice(0, 5)).toEqual(wallet.steps.map(({ description }) => description));
    expect(ready?.actions[0]).toBe(wallet.showAddress);
    expect(ready?.tips).toContain(wallet.tip);
    expect(form?.actions).toEqual([...exchange.signIn.actions, ...exchange.withdraw.actions]);
    expect(form?.tips).toContain(exchange.formTip);
    expect(send?.actions).toEqual(expect.arrayContaining([...exchange.confirm.actions]));
    const answers = complete.troubleshooting.commonIssues.map(({ solution }) => solution);
    expect(answers).toEqual(
      expect.arrayContaining([
        ...exchange.holds.map(({ text }) => text),
        ...[...exchange.commonErrors, ...wallet.commonErrors].map(({ solution }) => solution),
      ]),
    );
    expect(complete.overview.networkFee).toContain(feeSentence(exchange.fee, exchangeName(pair.fromExchange)));
    if (exchange.minimum.value) expect(issuesOf(complete)).toContain(`about ${exchange.minimum.value} XRP`);
  });

  it('loses nothing that keeps savings safe', () => {
    const [ready, form, place, , send] = complete.steps;
    expect(ready?.tips[0]).toMatch(/recovery phrase.*never tell/i);
    expect(form?.tips[1]).toMatch(/have no telephone line.*often fraud/);
    expect(place?.description).toMatch(/Copy and paste, never type/);
    expect(send?.description).toMatch(/^Compare the form once more\. .* cannot be called back/);
    expect(issuesOf(complete)).toMatch(/pick it from a list\? No: copy it and paste it\. Fraudsters/);
    expect(issuesOf(complete)).toMatch(/make the wait shorter\? No\..*whoever offers to is a fraud/);
    expect(issuesOf(complete)).toMatch(/real site\? Open it from your own bookmark/);
    expect(issuesOf(complete)).toMatch(/Gifts, tokens or messages .* common trick/);
    expect(issuesOf(complete)).toMatch(/keep this page open\? .*watches the XRP Ledger .*14 days/);
    for (const { text } of exchangeGuides[pair.fromExchange].holds.slice(0, 1))
      expect(textOf(complete)).toContain(text);
  });

  it('says one thing at a time: short descriptions, few actions, two tips at most, whatever is known', () => {
    const long = known
      .flatMap(({ steps }) => steps)
      .filter(
        ({ id, description, actions, tips }) =>
          description.length > 110 || actions.length > (id === 'wallet' ? 6 : 4) || tips.length > 2,
      );
    expect(long).toEqual([]);
  });

  it('names one amount to type, whatever is known', () => {
    for (const { steps, sendNow } of known) {
      const named = textsIn(steps.map(({ description, actions, tips }) => [description, actions, tips])).flatMap(
        (text) => text.match(/[\d.,]*\d XRP/g) ?? [],
      );
      expect(named.filter((amount) => !sendNow.text.includes(` ${amount}`))).toEqual([]);
      expect(textsIn(steps).join('\n')).not.toMatch(/cbXRP|NFT|deviation|first six|choose XRP and then Receive/);
    }
  });

  it('speaks of no test, no first payment and no new address once something has arrived', () => {
    for (const { overview, steps, sendNow } of known.filter(({ state }) => state.arrivals?.length)) {
      const said = textsIn([
        overview,
        sendNow,
        steps.map(({ title, description, actions, tips }) => [title, description, actions, tips]),
      ]);
      expect(said.join('\n')).not.toMatch(
        /\btest\b|first payment|new wallet|wallet that is new|new address (?:can )?waits?/i,
      );
    }
    const after = issuesOf(build({ ...pair, arrivals: came('2') }));
    expect(after).not.toMatch(/first payment not be smaller|Does a new address have to wait|wait the first time/);
  });

  it('shows the official address before anybody leaves for it', () => {
    const exchange = exchanges.find(({ id }) => id === pair.fromExchange);
    const wallet = wallets.find(({ id }) => id === pair.toWallet);
    expect(complete.steps[0]?.link).toEqual({ label: `Open ${wallet?.domain}`, url: wallet?.site });
    expect(complete.steps[1]?.link).toEqual(
      exchange?.domain ? { label: `Open ${exchange.domain}`, url: exchange.loginUrl } : null,
    );
    expect(complete.steps[1]?.signedInLink).toEqual(
      exchange?.domain
        ? {
            label: `Open the withdrawal page at ${exchange.domain}`,
            url: exchangeGuides[exchange.id].withdrawPage?.url,
          }
        : null,
    );
  });

  it('never shows a placeholder, a phone number, another address or a wish for a secret', () => {
    for (const text of [...textsIn(complete), ...textsIn(blank)]) {
      expect(text).not.toMatch(/PLACEHOLDER|undefined|null|\[object/);
      expect(holdsPhoneNumber(text), text).toBe(false);
      for (const sentence of sentences(text)) expect(asksForSecret(sentence), sentence).toBe(false);
    }
    const addresses = textOf(complete).match(/\b[rX][1-9A-HJ-NP-Za-km-z]{24,46}\b/g);
    expect(new Set(addresses)).toEqual(new Set([own]));
    expect(textOf(blank)).not.toMatch(/\br[1-9A-HJ-NP-Za-km-z]{24,34}\b/);
  });

  it('asks nobody for the rest to do again what only the first time needs', () => {
    const [, form, place, , send] = build({ ...pair, amountXrp: '50', arrivals: came('2') }).steps;
    const said = [form, place, send].flatMap((step) => [...(step?.actions ?? []), ...(step?.tips ?? [])]).join(' ');
    expect(said).not.toMatch(/first time|new (?:withdrawal )?address/i);
  });

  it('asks for the address while it is missing, at the end of the wallet’s own way to it', () => {
    expect(blank.steps.every((step) => step.destinationAddress === null && step.amount === null)).toBe(true);
    expect(blank.steps[0]?.actionItems.at(-1)?.id).toBe('give-address');
    expect(complete.steps[0]?.actionItems.map(({ id }) => id)).toEqual(['find-address', 'compare-address']);
    expect(blank.steps[2]?.actions.join(' ')).toMatch(/First save your address in step 1/);
    expect(actionsOf(blank).join(' ')).not.toMatch(/Paste this address/);
  });
});

describe('particular cases', () => {
  it('a tag that came with the address is filled in', () => {
    const tagged = build({ destinationTag: '0' });
    expect(tagged.steps[2]?.actions).toContainEqual(expect.stringMatching(/^Enter 0 as the destination tag/));
    expect(tagged.steps.every((step) => step.destinationTag === '0')).toBe(true);
    expect(tagged.steps[2]?.title).toMatch(/address and tag/);
  });

  it(`${spec('5.9')} an exchange’s own address stops the customer, and says what an exchange would need`, () => {
    const place = build({ destinationAddress: krakens }).steps[2];
    expect(place?.title).toBe('Stop: this address belongs to Kraken');
    expect(place?.actions.join(' ')).not.toMatch(/leave .* empty|Paste this address as the recipient/);
    expect(place?.tips.join(' ')).toMatch(/exact destination tag/);
  });

  it('an address changed after payment is shown as changed, with the time', () => {
    const changed = build({ addressChangedAt: '2026-11-21T09:05:00.000Z' });
    expect(changed.steps[2]?.tips).toContainEqual(expect.stringContaining('changed on 21 Nov 2026 at 09:05 UTC'));
    expect(textOf(build())).not.toMatch(/was changed/);
  });

  it('an arrival at the address before a change counts for nothing at the new one, and is not sent again', () => {
    const changed = { amountXrp: '5000', addressChangedAt: '2026-11-21T10:30:00.000Z' };
    const again = build({ ...changed, arrivals: came('2') });
    expect(again.sendNow).toMatchObject({ kind: 'test', amountXrp: '2' });
    expect({ ...again, steps: [], overview: null }).toEqual({ ...build(changed), steps: [], overview: null });
    expect(textsIn(again.steps)).toEqual(textsIn(build(changed).steps));
    expect(build({ ...changed, arrivals: came('2'), testFirst: false }).sendNow).toMatchObject({
      kind: 'all',
      amountXrp: '4998',
    });
    const later = { deliveredXrp: '2', at: '2026-11-21T11:00:00.000Z' };
    expect(build({ ...changed, arrivals: [...came('2'), later] }).sendNow).toMatchObject({
      kind: 'rest',
      amountXrp: '4996',
    });
    // Less was stated than had come already: nobody knows what is left.
    const lowered = { ...changed, amountXrp: '1', testFirst: false, arrivals: came('2') };
    expect(build(lowered).sendNow).toMatchObject({ kind: 'all', amountXrp: null });
  });

  it('an amount too small for a new wallet is called so', () => {
    expect(build({ amountXrp: '0.9' }).steps[3]?.tips[0]).toMatch(/too little for a wallet that is new/);
    expect(build({ amountXrp: '2' }).steps[3]?.tips.join(' ')).not.toMatch(/too little/);
  });

  it('whoever sends all at once is told what that risks, and whoever sends little is not', () => {
    expect(build({ testFirst: false, amountXrp: '5000' }).steps[3]?.tips[0]).toMatch(/could cost you all of it/);
    expect(textOf(build({ amountXrp: '8' }))).not.toMatch(/could cost you/);
  });

  it('the reserve is named where nobody types', () => {
    expect(issuesOf(build({ baseReserveXrp: '10' }))).toMatch(/keeps 10 XRP as its reserve/);
    expect(build({ baseReserveXrp: '10' }).sendNow).toMatchObject({ kind: 'test', amountXrp: '11' });
  });

  it('a wallet’s own words lead to its address', () => {
    expect(textsIn(build({ destinationAddress: krakens }).steps[2]).join(' ')).toMatch(
      /press Request \(or “Share account”\)/,
    );
    expect(textsIn(build().steps).join(' ')).not.toMatch(/Receive/);
  });

  it('waits are told in advance', () => {
    expect(build().overview.estimatedTime).toMatch(/At Coinbase a new address can wait up to 48 hours/);
    expect(build({ arrivals: came('2') }).overview.estimatedTime).toBe('About 15 minutes of your time.');
    expect(build({ fromExchange: 'cryptocom', arrivals: came('2') }).overview.estimatedTime).toMatch(/up to 3 hours/);
    expect(build({ fromExchange: 'gemini' }).overview.estimatedTime).toMatch(/7 days/);
    expect(build({ fromExchange: 'bitstamp' }).overview.estimatedTime).toBe('About 15 minutes of your time.');
  });

  it('fees are hedged by how sure they are, and dated', () => {
    expect(build({ fromExchange: 'uphold' }).overview.networkFee).toMatch(
      /Uphold charges about 0\.1 XRP \(as of 20 Nov 2026\)/,
    );
    expect(build({ fromExchange: 'kraken' }).overview.networkFee).toMatch(/Kraken is said to charge about 0\.02 XRP/);
    expect(build({ fromExchange: 'other' }).overview.networkFee).toMatch(/Your exchange shows its exact fee/);
  });

  it('other texts that an exchange’s guide may hold never become amounts', () => {
    expect(build({ amountXrp: null }).steps.every((step) => step.amount === null)).toBe(true);
  });
});
