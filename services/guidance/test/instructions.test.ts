import { exchangeIds, exchangeName, exchanges } from '@xrp-bridge/contracts/exchanges';
import { type Instructions, instructionsSchema } from '@xrp-bridge/contracts/instructions';
import { walletIds, walletName, wallets } from '@xrp-bridge/contracts/wallets';
import { describe, expect, it } from 'vitest';
import { exchangeGuides } from '../src/guides/exchange-guides.ts';
import { walletGuides } from '../src/guides/wallet-guides.ts';
import { buildInstructions, feeSentence, type InstructionsInput } from '../src/instructions.ts';
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
    arrivedXrp: '0',
    testFirst: true,
    baseReserveXrp: '1',
    support: { email: 'help@example.com', hours: 'Every day', response: 'Within a day' },
    ...input,
  });
}

function textOf(instructions: Instructions): string {
  return textsIn(instructions).join('\n');
}

function actionsOf(instructions: Instructions): string[] {
  return instructions.steps.flatMap((step) => step.actions);
}

describe.each(pairs)('from $fromExchange to $toWallet', (pair) => {
  const complete = build(pair);
  const blank = build({ ...pair, destinationAddress: null, amountXrp: null });

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
    expect(place?.actions).toContainEqual('Choose the network XRP Ledger.');
    expect(place?.actions).toContainEqual(expect.stringContaining(own));
    expect(complete.steps.every((step) => step.destinationAddress === own && step.amount === '250.5')).toBe(true);
    expect(actionsOf(complete)).toContainEqual('Enter 250.5 XRP.');
  });

  it('tells others than the owner the same way, and nothing of the customer’s own', () => {
    const own = { destinationAddress: krakens, destinationTag: '4711', amountXrp: '250.5' };
    const ours = build({ ...pair, ...own, addressChangedAt: '2026-11-20T09:08:07.000Z' });
    const theirs = build({ ...pair, ...own, addressChangedAt: '2026-11-20T09:08:07.000Z', forOwner: false });
    expect(instructionsSchema.strict().safeParse(theirs).error).toBeUndefined();
    expect(textOf(ours)).toMatch(/250\.5/);
    expect(textOf(theirs)).not.toMatch(
      /4711|250\.5|\brLHz|belongs to Kraken|was changed on|on this page\. It then appears/,
    );
    expect(theirs.steps.map((step) => step.actions.length)).not.toContain(0);
    expect(actionsOf(theirs)).toContainEqual(expect.stringContaining('on the device that started this transfer'));
    expect(theirs.steps.map(({ title }) => title)[0]).toBe(complete.steps[0]?.title);
  });

  it('says that one’s own wallet needs no tag', () => {
    const place = complete.steps[2];
    expect(complete.steps.every((step) => step.destinationTag === 'Not required')).toBe(true);
    expect(place?.actions).toContain(exchangeGuides[pair.fromExchange].tag.text);
    expect(place?.tips.join(' ')).toMatch(/leave (it|the tag) empty/i);
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
      expect(complete.steps[2]?.tips.join(' ')).toMatch(
        new RegExp(`^Do not choose .*${network.replace(/[()]/g, '.')}`),
      );
    }
    expect(complete.steps[2]?.description).toContain(exchangeGuides[pair.fromExchange].network.text);
  });

  it('leaves nothing out that the two guides know', () => {
    const exchange = exchangeGuides[pair.fromExchange];
    const wallet = walletGuides[pair.toWallet];
    const [ready, form, , , send] = complete.steps;
    expect(ready?.actions.slice(0, 5)).toEqual(wallet.steps.map(({ description }) => description));
    expect(form?.actions).toEqual([...exchange.signIn.actions, ...exchange.withdraw.actions]);
    expect(send?.actions).toEqual(expect.arrayContaining([...exchange.confirm.actions]));
    const tips = complete.steps.flatMap((step) => step.tips);
    expect(tips).toEqual(
      expect.arrayContaining([
        ...exchange.holds.map(({ text }) => text),
        ...[...exchange.notices, ...wallet.notices].map(({ text }) => text),
        ...[exchange.signIn, exchange.withdraw, exchange.confirm, ...wallet.steps].flatMap((step) => step.tips),
      ]),
    );
    const answered = complete.troubleshooting.commonIssues.map(({ issue }) => issue);
    expect(answered).toEqual(
      expect.arrayContaining([...exchange.commonErrors, ...wallet.commonErrors].map(({ issue }) => issue)),
    );
    expect(complete.overview.networkFee).toContain(feeSentence(exchange.fee, exchangeName(pair.fromExchange)));
    if (exchange.minimum.value)
      expect(complete.steps[3]?.tips.join(' ')).toContain(`about ${exchange.minimum.value} XRP`);
  });

  it('says that arrivals are seen by themselves, and for how long', () => {
    expect(complete.steps[4]?.actions.join(' ')).toMatch(
      /watches the ledger .*14 days.* shows by itself when XRP arrives/,
    );
  });

  it('names the reserve and a first amount above it', () => {
    const raised = build({ ...pair, baseReserveXrp: '10' });
    expect(complete.steps[3]?.description).toContain('keeps 1 XRP as its reserve');
    expect(complete.steps[3]?.actions).toContainEqual(expect.stringContaining('at least 2 XRP the first time'));
    expect(raised.steps[3]?.description).toContain('keeps 10 XRP as its reserve');
    expect(textOf({ ...raised, troubleshooting: complete.troubleshooting })).not.toMatch(/(?<![\d.])1 XRP\b/);
  });

  it('shows the official address before anybody leaves for it', () => {
    const exchange = exchanges.find(({ id }) => id === pair.fromExchange);
    const wallet = wallets.find(({ id }) => id === pair.toWallet);
    expect(complete.steps[0]?.link).toEqual({ label: `Open ${wallet?.domain}`, url: wallet?.site });
    expect(complete.steps[1]?.link).toEqual(
      exchange?.domain ? { label: `Open ${exchange.domain}`, url: exchange.loginUrl } : null,
    );
  });

  it('never shows a placeholder, a phone number, another address or a wish for a secret', () => {
    for (const text of [...textsIn(complete), ...textsIn(blank)]) {
      expect(text).not.toMatch(/PLACEHOLDER|undefined|null|\[object/);
      expect(holdsPhoneNumber(text), text).toBe(false);
      for (const sentence of sentences(text)) expect(asksForSecret(sentence), sentence).toBe(false);
    }
    expect(complete.steps[0]?.tips.join(' ')).toMatch(/recovery phrase.*never tell/i);
    const addresses = textOf(complete).match(/\b[rX][1-9A-HJ-NP-Za-km-z]{24,46}\b/g);
    expect(new Set(addresses)).toEqual(new Set([own]));
    expect(textOf(blank)).not.toMatch(/\br[1-9A-HJ-NP-Za-km-z]{24,34}\b/);
  });

  it('asks for the address and the amount while they are missing', () => {
    expect(blank.steps.every((step) => step.destinationAddress === null && step.amount === null)).toBe(true);
    expect(blank.steps[2]?.actions.join(' ')).toMatch(/First give us the address of your wallet/);
    expect(blank.steps[3]?.actions.join(' ')).toMatch(/Tell us the amount/);
    expect(actionsOf(blank).join(' ')).not.toMatch(/Enter [\d.]+ XRP|Paste this address/);
  });
});

describe('particular cases', () => {
  it('a tag that came with the address is filled in', () => {
    const tagged = build({ destinationTag: '0' });
    expect(tagged.steps[2]?.actions).toContainEqual(expect.stringMatching(/^Enter 0 as the destination tag/));
    expect(tagged.steps.every((step) => step.destinationTag === '0')).toBe(true);
    expect(tagged.steps[2]?.title).toMatch(/address and tag/);
  });

  it('an exchange’s own address stops the customer, and says what an exchange would need', () => {
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

  it('an amount too small for a new wallet is called so', () => {
    expect(build({ amountXrp: '0.9' }).steps[3]?.tips[0]).toMatch(/0\.9 XRP is too small .* at least 2 XRP/);
    expect(build({ amountXrp: '0.9' }).steps[3]?.actions).toContain(
      'Enter 0.9 XRP only if your wallet has received XRP before.',
    );
    expect(build({ amountXrp: '2' }).steps[3]?.tips.join(' ')).not.toMatch(/too small/);
  });

  it('waits are told in advance', () => {
    expect(build().overview.estimatedTime).toMatch(/At Coinbase a new address can wait up to 48 hours/);
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
