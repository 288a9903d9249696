import { compareBoldGroups } from '@xrp-bridge/contracts/address-groups';
import { exchangeSites } from '@xrp-bridge/contracts/exchange-sites';
import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import { type Instructions, instructionsSchema } from '@xrp-bridge/contracts/instructions';
import { spec } from '@xrp-bridge/contracts/testing';
import { walletName, wallets } from '@xrp-bridge/contracts/wallets';
import { describe, expect, it } from 'vitest';
import { exchangeGuides } from '../src/guides/exchange-guides.ts';
import { walletGuides } from '../src/guides/wallet-guides.ts';
import type { InstructionsInput } from '../src/instructions.ts';
import { feeSentence } from '../src/words.ts';
import { actionsOf, arrivalOf, build, issuesOf, krakens, own, pairs, textOf } from './build-instructions.ts';
import { asksForSecret, holdsPhoneNumber, sentences, textsIn } from './plain-words.ts';

/** All combinations of a transfer's data. */
const states: Partial<InstructionsInput>[] = [null, own, krakens].flatMap((destinationAddress) =>
  [null, '4711'].flatMap((destinationTag) =>
    [null, '0.9', '8', '5000'].flatMap((amountXrp) =>
      [[], arrivalOf('1.8'), arrivalOf('300')].flatMap((arrivals) =>
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

describe.each(pairs)('the instructions from $fromExchange to $toWallet', (pair) => {
  const complete = build(pair);
  const blank = build({ ...pair, destinationAddress: null, amountXrp: null });
  const variants = states.map((state) => ({ state, ...build({ ...pair, ...state }) }));

  it('match the contract, with five numbered steps', () => {
    expect(instructionsSchema.strict().safeParse(complete).error).toBeUndefined();
    expect(complete.steps.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
    expect(complete.overview.title.toLowerCase()).toContain(exchangeName(pair.fromExchange).toLowerCase());
    expect(complete.overview.title).toContain(walletName(pair.toWallet));
    expect(complete.overview.lastChecked).toBe('Nov 20, 2026');
    expect(complete.troubleshooting.support.email).toBe('help@example.com');
    expect(complete.troubleshooting.commonIssues.length).toBeGreaterThan(8);
    for (const text of textsIn(complete)) expect(text).toMatch(/\S/);
  });

  it('have a unique id for each step, action, tip and issue', () => {
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

  it('show the address only in the actions that compare and paste it', () => {
    const showing = (instructions: Instructions) =>
      instructions.steps.flatMap(({ actionItems }) => actionItems.filter(({ shows }) => shows).map(({ id }) => id));
    expect(showing(complete)).toEqual(['compare-address', 'paste-address']);
    expect(showing(blank)).toEqual([]);
    const texts = complete.steps.flatMap(({ actionItems }) => actionItems.map(({ text }) => text));
    expect(texts.join('\n')).not.toContain(own);
  });

  it('contain the network and the whole address in step 3, and address and amount in every step', () => {
    const place = complete.steps[2];
    expect(place?.actions[0]).toBe(exchangeGuides[pair.fromExchange].network.text);
    expect(place?.actions).toContainEqual(expect.stringContaining(own));
    expect(place?.actions).toContain(compareBoldGroups);
    expect(complete.steps.every((step) => step.destinationAddress === own && step.amount === '250.5')).toBe(true);
  });

  it('contain no customer data for callers other than the owner', () => {
    const own = { destinationAddress: krakens, destinationTag: '4711', amountXrp: '250.5' };
    const ours = build({ ...pair, ...own, addressChangedAt: '2026-11-20T09:08:07.000Z' });
    const theirs = build({ ...pair, ...own, addressChangedAt: '2026-11-20T09:08:07.000Z', forOwner: false });
    expect(instructionsSchema.strict().safeParse(theirs).error).toBeUndefined();
    expect(textOf(ours)).toMatch(/250\.5/);
    expect(theirs.sendNow).toMatchObject({ kind: 'test', amountXrp: null });
    expect(build({ ...pair, ...own, arrivals: arrivalOf('100'), testFirst: false, forOwner: false })).toEqual(
      build({ ...pair, forOwner: false }),
    );
    expect(textOf(theirs)).not.toMatch(
      /4711|250\.5|\brLHz|belongs to Kraken|was changed on|Paste your address here|Now enter/,
    );
    expect(theirs.steps.map((step) => step.actions.length)).not.toContain(0);
    expect(actionsOf(theirs)).toContainEqual(expect.stringContaining('on the device you used to start this transfer'));
    expect(theirs.steps.map(({ title }) => title)[0]).toBe(complete.steps[0]?.title);
  });

  it(`${spec('5.8')} contain the advice that the customer’s own wallet needs no tag`, () => {
    const place = complete.steps[2];
    expect(complete.steps.every((step) => step.destinationTag === 'Not required')).toBe(true);
    expect(place?.actions).toContain(exchangeGuides[pair.fromExchange].tag.text);
    expect(exchangeGuides[pair.fromExchange].tag.text).toMatch(/leave (?:it|the tag) blank|^Check the “No Tag” box/i);
    expect(textOf(complete)).not.toMatch(/TAG_PLACEHOLDER|Enter .* as the destination tag/);
  });

  it.each([null, '123456'])(
    'stop at an exchange’s address, and do not contain “no tag needed” (tag: %s)',
    (destinationTag) => {
      const stopped = build({ ...pair, destinationAddress: krakens, destinationTag });
      expect(stopped.steps[2]).toMatchObject({ id: 'address', kind: 'stop' });
      expect(stopped.steps[2]?.title).toBe('Stop: this address belongs to Kraken');
      expect(textsIn(stopped.steps).join('\n')).not.toMatch(
        /(?:leave|keep) (?:it|the tag|the field).* blank|doesn’t need a (?:destination )?tag|“No Tag” box|Paste this address/i,
      );
      expect(stopped.steps[2]?.tips.join(' ')).toMatch(/needs the exact destination tag from its own deposit page/);
    },
  );

  it('warn of the networks that lose XRP, in the step that chooses the network', () => {
    for (const network of exchangeGuides[pair.fromExchange].network.avoid) {
      expect(complete.steps[2]?.tips[0]).toMatch(new RegExp(`^Don’t choose .*${network.replace(/[()]/g, '.')}`));
    }
  });

  it('contain all facts of the two guides', () => {
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

  it('contain all safety warnings', () => {
    const [ready, form, place, , send] = complete.steps;
    expect(ready?.tips[0]).toMatch(/recovery phrase.*never share/i);
    expect(form?.tips[1]).toMatch(/have no phone line.*often scams/);
    expect(place?.description).toMatch(/Always copy and paste it\. Never type it/);
    expect(send?.description).toMatch(/^Check everything one last time\. You can’t undo this/);
    expect(issuesOf(complete)).toMatch(/pick it from past payments\? No\. Always copy and paste it\. Scammers/);
    expect(issuesOf(complete)).toMatch(/make the wait shorter\? No\..*anyone who offers to is a scammer/);
    expect(issuesOf(complete)).toMatch(/real site\? Open it from your own bookmark/);
    expect(issuesOf(complete)).toMatch(/Gifts, tokens, or messages .* common trick/);
    expect(issuesOf(complete)).toMatch(/keep this page open\? .*watches for XRP at your address for 14 days/);
    for (const { text } of exchangeGuides[pair.fromExchange].holds.slice(0, 1))
      expect(textOf(complete)).toContain(text);
  });

  it('have short descriptions, few actions and at most two tips in every state', () => {
    const long = variants
      .flatMap(({ steps }) => steps)
      .filter(
        ({ id, description, actions, tips }) =>
          description.length > 110 || actions.length > (id === 'wallet' ? 6 : 4) || tips.length > 2,
      );
    expect(long).toEqual([]);
  });

  it('name only the amounts of `sendNow`, and no cbXRP or NFT, in every state', () => {
    for (const { steps, sendNow } of variants) {
      const named = textsIn(steps.map(({ description, actions, tips }) => [description, actions, tips])).flatMap(
        (text) => text.match(/[\d.,]*\d XRP/g) ?? [],
      );
      expect(named.filter((amount) => !sendNow.text.includes(` ${amount}`))).toEqual([]);
      expect(textsIn(steps).join('\n')).not.toMatch(/cbXRP|NFT|deviation|first six|choose XRP and then Receive/);
    }
  });

  it('mention no test, first payment or new address after an arrival', () => {
    for (const { overview, steps, sendNow } of variants.filter(({ state }) => state.arrivals?.length)) {
      const texts = textsIn([
        overview,
        sendNow,
        steps.map(({ title, description, actions, tips }) => [title, description, actions, tips]),
      ]);
      expect(texts.join('\n')).not.toMatch(/\btest\b|first payment|new wallet|new address/i);
    }
    const after = issuesOf(build({ ...pair, arrivals: arrivalOf('2') }));
    expect(after).not.toMatch(/first payment be smaller|wait to use a new address|first withdrawal/);
  });

  it('link to the official sites of the exchange and the wallet', () => {
    const site = exchangeSites[pair.fromExchange];
    const wallet = wallets.find(({ id }) => id === pair.toWallet);
    expect(complete.steps[0]?.link).toEqual({ label: `Open ${wallet?.domain}`, url: wallet?.site });
    expect(complete.steps[1]?.link).toEqual(site && { label: `Open ${site.domain}`, url: site.loginUrl });
    expect(complete.steps[1]?.signedInLink).toEqual(
      site && {
        label: `Open the withdrawal page at ${site.domain}`,
        url: exchangeGuides[pair.fromExchange].withdrawPage?.url,
      },
    );
  });

  it('contain no placeholder, phone number, other address or request for a secret', () => {
    for (const text of [...textsIn(complete), ...textsIn(blank)]) {
      expect(text).not.toMatch(/PLACEHOLDER|undefined|null|\[object/);
      expect(holdsPhoneNumber(text), text).toBe(false);
      for (const sentence of sentences(text)) expect(asksForSecret(sentence), sentence).toBe(false);
    }
    const addresses = textOf(complete).match(/\b[rX][1-9A-HJ-NP-Za-km-z]{24,46}\b/g);
    expect(new Set(addresses)).toEqual(new Set([own]));
    expect(textOf(blank)).not.toMatch(/\br[1-9A-HJ-NP-Za-km-z]{24,34}\b/);
  });

  it('do not repeat the actions of a first withdrawal when the customer sends the rest', () => {
    const [, form, place, , send] = build({ ...pair, amountXrp: '50', arrivals: arrivalOf('2') }).steps;
    const text = [form, place, send].flatMap((step) => [...(step?.actions ?? []), ...(step?.tips ?? [])]).join(' ');
    expect(text).not.toMatch(/first time|new (?:withdrawal )?address/i);
  });

  it('request a missing address after the steps that find the address in the wallet', () => {
    expect(blank.steps.every((step) => step.destinationAddress === null && step.amount === null)).toBe(true);
    expect(blank.steps[0]?.actionItems.at(-1)?.id).toBe('give-address');
    expect(complete.steps[0]?.actionItems.map(({ id }) => id)).toEqual(['find-address', 'compare-address']);
    expect(blank.steps[2]?.actions.join(' ')).toMatch(/First save your address in step 1/);
    expect(actionsOf(blank).join(' ')).not.toMatch(/Paste this address/);
  });
});
