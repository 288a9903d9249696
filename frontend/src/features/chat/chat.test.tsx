import { spec } from '@xrp-bridge/contracts/testing';
import { findEntry } from '@xrp-bridge/guidance/assistant/knowledge';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brokenOnPurpose } from '../../../test/checked-replies.ts';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { noReply } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';
import { suggestions } from './suggestions.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
  api.assist = () => HttpResponse.json(reply);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(768, 900);
});

const path = '/api/ai-helper';
const panel = page.getByRole('dialog', { name: 'XRP transfer assistant' });
const bar = page.getByRole('region', { name: 'Assistant' }).getByRole('button').first();
const close = panel.getByRole('button', { name: 'Close the assistant' });
const log = page.getByRole('log');
const field = page.getByRole('textbox', { name: 'Your question' });
const reply = {
  response: 'Leave the tag empty.',
  suggestions: ['Which network do I choose?', 'Is it safe?'],
  suggestionIds: ['network', 'safety'],
  sources: [
    { title: 'Safety', url: '/#safety' },
    { title: 'XRP Ledger', url: 'https://xrpl.org/docs' },
    { title: 'Not a link', url: 'javascript:alert(1)' },
  ],
};

async function openChat(at = '/') {
  const screen = await open(at, api);
  await bar.click();
  await expect.element(panel).toBeVisible();
  return screen;
}

async function ask(text: string) {
  await field.fill(text);
  await userEvent.keyboard('{Enter}');
}

describe('the panel', () => {
  test(`${spec('2.14')} opens on the question, closes with Escape, and gives the focus back`, async () => {
    await openChat();
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAttribute('placeholder', 'Ask me anything...');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(bar).toHaveFocus();
    await expect.element(bar).toHaveAccessibleName('Ask the assistant');
  });

  test.each([
    [1280, 320, 450],
    [640, 320, 450],
    [639, 639, 900],
    [360, 360, 900],
  ])(`${spec('2.14')} at %i px it is %i by %i`, async (width, expectedWidth, expectedHeight) => {
    await page.viewport(width, 900);
    await openChat();
    const box = panel.element().getBoundingClientRect();
    expect([box.width, box.height].map(Math.round)).toEqual([expectedWidth, expectedHeight]);
    await expectAccessible();
  });

  test.each([768, 1024, 1280, 1824])('at %i px it covers neither the address nor a button of a step', async (width) => {
    await page.viewport(width, 900);
    localStorage.setItem(`xrp-bridge:step:${id}`, '2');
    const screen = await openChat(`/transfer/${id}`);
    const box = panel.element().getBoundingClientRect();
    const main = screen.getByRole('main');
    for (const one of [
      main.getByText(address, { exact: true }),
      main.getByRole('button', { name: /^Show QR/ }),
      main.getByRole('button', { name: 'Done, next step' }),
    ]) {
      await expect.element(one).toBeInTheDocument();
      const { left, right } = one.element().getBoundingClientRect();
      // Beside it, wherever the page is scrolled to.
      expect(right <= box.left || left >= box.right).toBe(true);
    }
  });

  test.each([768, 1024, 1280])('at %i px it covers no field of a page without a side column', async (width) => {
    await page.viewport(width, 900);
    const screen = await openChat('/?from=kraken&to=ledger&view=confirm');
    const input = screen.getByLabelText(/XRP address/);
    await expect.element(input).toBeVisible();
    const edge = panel.element().getBoundingClientRect().left;
    expect(input.element().getBoundingClientRect().right).toBeLessThanOrEqual(edge);
  });

  test('at 1280 px the choice of the landing page is between the panel and its round button', async () => {
    await page.viewport(1280, 900);
    const screen = await openChat('/?from=kraken');
    const choice = screen.getByRole('region', { name: 'Choose your path' });
    await expect.element(choice).toBeVisible();
    const { left, right } = choice.element().getBoundingClientRect();
    expect(left).toBeGreaterThan(bar.element().getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(panel.element().getBoundingClientRect().left);
  });

  test('“Ask the assistant” in the guide opens it too, and gets the focus back', async () => {
    const screen = await open(`/transfer/${id}`, api);
    const opener = screen.getByRole('main').getByRole('button', { name: 'Ask the assistant' });
    await opener.click();
    await expect.element(field).toHaveFocus();
    await close.click();
    await expect.element(opener).toHaveFocus();
  });

  test('keeps the focus of whoever types in it while the page beside it is still on its way', async () => {
    const steps = noReply('GET /api/transfer-instructions/{id}');
    const screen = await open(`/transfer/${id}`, api, steps);
    await expect.element(screen.getByText('Loading your guide…')).toBeVisible();
    await bar.click();
    await field.fill('When does');
    steps.end();
    await expect.element(screen.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    await expect.element(field).toHaveFocus();
  });

  test('a dialog takes its place: one thing at a time', async () => {
    localStorage.setItem(`xrp-bridge:step:${id}`, '2');
    const screen = await openChat(`/transfer/${id}`);
    await screen.getByRole('button', { name: 'Show QR for the exchange’s app' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Scan with your exchange’s app' })).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('operators do not have it', async () => {
    const screen = await open('/admin', api);
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
  });
});

describe('on a phone', () => {
  beforeEach(() => page.viewport(360, 740));

  test('it fills the window, keeps the focus, and brings up no keyboard by itself', async () => {
    await openChat();
    await expect.element(panel.getByRole('heading', { name: 'XRP transfer assistant' })).toHaveFocus();
    expect(panel.element().matches(':modal')).toBe(true);
    expect(getComputedStyle(document.documentElement).overflow).toBe('hidden');
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}{Tab}{Tab}{Tab}{Tab}{Tab}{Tab}{Tab}');
    expect(document.activeElement === document.body || panel.element().contains(document.activeElement)).toBe(true);
    expect(close.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48);
    await close.click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(bar).toHaveFocus();
    expect(getComputedStyle(document.documentElement).overflow).toBe('visible');
  });

  test('it stays above the keyboard', async () => {
    await openChat();
    const seen = visualViewport as VisualViewport;
    vi.spyOn(seen, 'height', 'get').mockReturnValue(400);
    vi.spyOn(seen, 'offsetTop', 'get').mockReturnValue(30);
    seen.dispatchEvent(new Event('resize'));
    const place = () => {
      const { top, height } = panel.element().getBoundingClientRect();
      return [top, height];
    };
    await expect.poll(place).toEqual([30, 400]);
  });

  test('“back” closes it and stays on the page; a button or Escape leaves no place in the history', async () => {
    const screen = await open('/transfer', api);
    await screen.go('/');
    for (const leave of [() => screen.back(), () => close.click(), () => userEvent.keyboard('{Escape}')]) {
      await bar.click();
      await expect.element(panel).toBeVisible();
      await expect.poll(screen.state).toEqual({ chat: true });
      await leave();
      await expect.element(panel).not.toBeInTheDocument();
      await expect.poll(screen.state).toBeNull();
      expect(screen.path()).toBe('/');
    }
    await screen.back();
    await expect.poll(screen.path).toBe('/transfer');
  });

  test('a page of ours that it links to takes its place', async () => {
    const screen = await openChat('/transfer');
    // Its place in the history is there once the page is.
    await expect.poll(screen.state).toEqual({ chat: true });
    await ask('tag?');
    await log.getByRole('link', { name: 'Safety' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    expect(screen.path()).toBe('/');
    await screen.back();
    await expect.poll(screen.path).toBe('/transfer');
    await expect.element(panel).not.toBeInTheDocument();
  });

  const isInSight = () => bar.element().getBoundingClientRect().top < innerHeight;

  test('its bar makes room for reading on and for typing, and is there for the keyboard', async () => {
    const screen = await open('/?from=coinbase&to=xumm&view=confirm', api);
    await expect.element(bar).toBeVisible();
    const input = screen.getByRole('textbox').first();
    await expect.element(input).toBeVisible();
    const scroll = (top: number) => scrollTo({ top, behavior: 'instant' });
    scroll(300);
    await expect.poll(isInSight).toBe(false);
    scroll(200);
    await expect.poll(isInSight).toBe(true);
    scroll(260);
    await expect.poll(isInSight).toBe(false);
    scroll(document.documentElement.scrollHeight);
    await expect.poll(isInSight).toBe(true);
    scroll(0);
    await input.click();
    await expect.poll(isInSight).toBe(false);
    (input.element() as HTMLElement).blur();
    scroll(0);
    await expect.poll(isInSight).toBe(true);
    scroll(300);
    await expect.poll(isInSight).toBe(false);
    await userEvent.keyboard('{Tab}');
    (bar.element() as HTMLElement).focus({ preventScroll: true });
    await expect.poll(isInSight).toBe(true);
  });
});

describe('the page', () => {
  test(`${spec('2.assistant')} has the conversation of the dock, which is not there beside it`, async () => {
    const screen = await openChat();
    await ask('tag?');
    await expect.element(log.getByText('Leave the tag empty.')).toBeVisible();
    await screen.go('/assistant');
    await expect.element(page.getByRole('heading', { name: 'XRP transfer assistant', level: 1 })).toHaveFocus();
    await expect.element(log.getByText('Leave the tag empty.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Ask the assistant' })).not.toBeInTheDocument();
    await ask('and now?');
    await expect.element(log.getByText(/and now\?$/)).toBeVisible();
    await expect.poll(() => api.called('POST', path)[1]?.body).toMatchObject({ context: '/assistant' });
    await screen.go('/');
    await bar.click();
    await expect.element(log.getByText(/and now\?$/)).toBeInTheDocument();
  });

  test.each([360, 1280])(
    'at %i px it greets, asks, and has a switch for the sound that is remembered',
    async (width) => {
      await page.viewport(width, 740);
      await open('/assistant', api);
      await expect.element(log.getByRole('button', { name: 'What does it cost?' })).toBeVisible();
      const sound = page.getByRole('button', { name: 'Read messages aloud' });
      await sound.click();
      await expect.element(sound).toHaveAttribute('aria-pressed', 'true');
      expect(localStorage.getItem('voiceOn')).toBe('true');
      // Whoever turns it off in another tab has turned it off here.
      localStorage.setItem('voiceOn', 'false');
      dispatchEvent(new StorageEvent('storage', { key: 'voiceOn' }));
      await expect.element(sound).toHaveAttribute('aria-pressed', 'false');
      expect(document.documentElement.scrollWidth).toBe(width);
      await expectAccessible();
    },
  );

  test('is the same conversation in two tabs', async () => {
    const fromThere = (chat: string | null) => {
      if (chat) localStorage.setItem('xrp-bridge:chat', chat);
      else localStorage.removeItem('xrp-bridge:chat');
      dispatchEvent(new StorageEvent('storage', { key: 'xrp-bridge:chat' }));
    };
    const there = JSON.stringify({
      messages: [{ id: '1', type: 'user', content: 'My sister asked this there', timestamp: '' }],
      hasInteracted: true,
      currentStep: 'payment',
    });
    await open('/assistant', api);
    await ask('Is there a tag?');
    await expect.element(log.getByText(reply.response)).toBeVisible();
    const keep = vi.spyOn(Storage.prototype, 'setItem');
    fromThere(there);
    await expect.element(log.getByText(/My sister asked this there/)).toBeVisible();
    await expect.element(log.getByText(reply.response)).not.toBeInTheDocument();
    await ask('And the fee?');
    await expect.element(log.getByText(reply.response)).toBeVisible();
    expect(localStorage.getItem('xrp-bridge:chat')).toContain('My sister asked this there');
    // What was heard is not told back, or the two would go on telling each other.
    const told = keep.mock.calls.filter(([key, text]) => key === 'xrp-bridge:chat' && text !== there);
    expect(told.filter(([, text]) => !text.includes('And the fee?'))).toEqual([]);
    fromThere(null);
    await expect.element(log.getByText(/My sister asked this there/)).not.toBeInTheDocument();
  });

  test('keeps what is seen before it is seen', async () => {
    await open('/assistant', api);
    await expect.element(field).toBeVisible();
    const keptWhenSeen: boolean[] = [];
    const seen = new MutationObserver(() => {
      if (!document.body.textContent.includes(reply.response)) return;
      keptWhenSeen.push(localStorage.getItem('xrp-bridge:chat')?.includes(reply.response) ?? false);
    });
    seen.observe(document.body, { subtree: true, childList: true, characterData: true });
    await ask('Is there a tag?');
    await expect.element(log.getByText(reply.response)).toBeVisible();
    seen.disconnect();
    expect(keptWhenSeen[0]).toBe(true);
  });

  test('welcomes whoever was away to get a wallet', async () => {
    localStorage.setItem('wallet_setup_started', 'true');
    await open('/assistant', api);
    await expect.element(field).toBeVisible();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(log.getByText(/^You’re back!/)).toBeVisible();
  });
});

describe('each step has its greeting and its questions', () => {
  test.each([
    ['/', 'What does it cost?'],
    ['/transfer', 'My exchange is not listed'],
    ['/transfer?from=coinbase', 'Need to download a wallet?'],
    ['/transfer?from=coinbase&to=xumm&view=confirm', 'Can I get a refund?'],
    ['/concierge', 'What does it cost?'],
    [`/transfer/${id}`, 'Why is 1 XRP missing?'],
  ])('%s', async (at, suggestion) => {
    await openChat(at);
    await expect.element(log.getByRole('button', { name: suggestion })).toBeVisible();
  });

  test.each(['/start?step=2', '/start?step=3', '/wallet-guide/exodus', '/trust-wallet-setup?wallet=exodus'])(
    '%s: how the address is copied, and no place that is elsewhere',
    async (at) => {
      localStorage.setItem(
        'xrp-bridge:wizard',
        JSON.stringify({ exchange: 'kraken', wallet: 'exodus', xrpAddress: '', amount: '' }),
      );
      await openChat(at);
      await expect.element(log.getByText(/^To get XRP .* Copy it in Exodus, and never type it\./)).toBeVisible();
      expect(log.getByText(/this step|end of the step/).elements()).toEqual([]);
    },
  );

  test(`${spec('4.18')} the address is asked for`, async () => {
    api.push({ destinationAddress: 'pending' });
    await openChat(`/transfer/${id}`);
    await expect.element(log.getByRole('button', { name: 'Need to download Xaman?' })).toBeVisible();
  });

  test.each([
    [null, 'The exchange insists on a tag'],
    ['7', 'What if I forget the tag?'],
  ])('the tag is %s', async (destinationTag, suggestion) => {
    api.push({ destinationTag });
    localStorage.setItem(`xrp-bridge:step:${id}`, '2');
    await openChat(`/transfer/${id}`);
    await expect.element(log.getByRole('button', { name: suggestion })).toBeVisible();
  });

  test(`${spec('4.18')} payment, and a payment that cannot be made`, async () => {
    api.push({ status: 'pending' });
    const screen = await openChat(`/checkout?transfer=${id}`);
    await expect.element(log.getByText(/You pay once/)).toBeVisible();
    await screen.unmount();
    await openChat(`/checkout-failed?transfer=${id}`);
    await expect.element(log.getByText(/^Card payment is temporarily unavailable\./)).toBeVisible();
  });
});

describe('a question', () => {
  test(`${spec('4.19')} is sent with page, step, exchange and wallet; the answer has questions and sources`, async () => {
    let answer: (value: Response) => void = () => {};
    api.assist = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await openChat(`/transfer/${id}`);
    // The guide is there: it tells its step, and takes the focus as it comes.
    await expect.element(page.getByRole('heading', { name: /^Step 1 of 5/ })).toBeVisible();
    await ask('  do I need a tag  ');
    await expect.element(log.getByText('Writing an answer…')).toBeInTheDocument();
    await expect.element(field).toHaveValue('');
    await expect
      .poll(() => api.called('POST', path)[0]?.body)
      .toEqual({
        question: 'do I need a tag',
        context: '/transfer/:id',
        step: 'instructions',
        fromExchange: 'coinbase',
        toWallet: 'xumm',
        transferId: id,
      });
    answer(HttpResponse.json(reply));
    await expect.element(log.getByText('Leave the tag empty.')).toBeVisible();
    await expect.element(log.getByText('Writing an answer…')).not.toBeInTheDocument();
    await expect.element(log.getByRole('link', { name: 'Safety' })).toHaveAttribute('href', '/#safety');
    await expect.element(log.getByRole('link', { name: /^XRP Ledger/ })).toHaveAttribute('target', '_blank');
    await expect.element(log.getByText('Not a link')).toBeInTheDocument();
    expect(log.getByRole('link').elements()).toHaveLength(2);
    await expectAccessible();
    await log.getByRole('button', { name: 'Which network do I choose?' }).click();
    await expect.poll(() => api.called('POST', path)[1]?.body).toMatchObject({ entry: 'network' });
  });

  test('to tap is one that the assistant knows', () => {
    for (const { id, title } of Object.values(suggestions)) expect(findEntry(id), title).not.toBeNull();
  });

  test('is kept over a reload', async () => {
    const screen = await openChat();
    await ask('tag?');
    await expect.element(log.getByText('Leave the tag empty.')).toBeVisible();
    await screen.unmount();
    await openChat();
    await expect.element(log.getByText(/tag\?$/)).toBeInTheDocument();
    await expect.element(log.getByText('Leave the tag empty.')).toBeVisible();
  });

  test(`${spec('5.11')} that is empty is not sent`, async () => {
    await openChat();
    await ask('   ');
    await expect.element(field).toHaveValue('   ');
    expect(api.called('POST', path)).toEqual([]);
  });

  test('with a secret in it is stopped in the browser', async () => {
    await openChat();
    const seed = 'sEdTM1uX8pu2do5XvTnutH6HsouMaM2';
    await field.fill(`my key is ${seed}`);
    await expect.element(log.getByText('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(field).toHaveValue('');
    await userEvent.keyboard('{Enter}');
    await expectAccessible();
    expect(api.called('POST', path)).toEqual([]);
    expect(JSON.stringify(localStorage)).not.toContain(seed);
    await ask('tag?');
    await expect.element(log.getByText('Leave the tag empty.')).toBeVisible();
    expect(JSON.stringify(api.calls)).not.toContain(seed);
  });

  test(`${spec('8.18')} an answer without text`, async () => {
    api.assist = () => HttpResponse.json({}, brokenOnPurpose);
    await openChat();
    await ask('hm');
    await expect
      .element(log.getByText('I’m here to help! What would you like to know about transferring XRP?'))
      .toBeVisible();
  });

  test.each([
    ['What is an XRP address?', /begins with a small r/],
    ['destination tag??', /Your own wallet needs none/],
    ['MINIMUM TRANSFER', /There is no fixed minimum here/],
    ['my exchange not listed', /the steps that are the same everywhere/],
    ['is this safe', /We never touch your XRP/],
    ['refund', /Full refund until all your XRP arrives/],
    ['which payment method', /You pay by card, Apple Pay or Google Pay/],
    ['can i phone you', /^No\. We have no telephone/],
    ['is your WhatsApp real?', /^No\. We have no telephone/],
    ['can you take over my screen', /^No\. We have no telephone/],
    ['should I share my computer with you', /^No\. We have no telephone/],
    ['does it work on my computer', /^I understand you need help/],
    ['do you offer remote access', /^No\. We have no telephone/],
    ['can we do a video call', /^No\. We have no telephone/],
    ['are you on Facebook', /^No\. We have no telephone/],
    ['someone from support wrote me', /^No\. We have no telephone/],
    ['blub', /^I understand you need help\. Let me guide you through this step\.\.\.$/],
  ])(`${spec('8.17')} without the server, “%s” has an answer of its own`, async (question, answer) => {
    api.assist = () => problem('service_unavailable');
    expectConsole(/^The assistant could not be asked ApiError: 503/);
    await openChat();
    await ask(question);
    await expect.element(log.getByText(answer)).toBeVisible();
    await expect.poll(() => log.getByRole('button').elements()).toHaveLength(3);
  });
});

describe('getting a wallet', () => {
  const spoken = () => vi.spyOn(speechSynthesis, 'speak').mockImplementation(() => {});

  async function goAwayAndComeBack() {
    const screen = await openChat('/transfer?from=coinbase');
    await log.getByRole('button', { name: 'Need to download a wallet?' }).click();
    await expect.element(log.getByText(/^Install a wallet only from its maker’s own page/)).toBeVisible();
    await expect
      .element(log.getByRole('link', { name: /^Xaman at xaman\.app/ }))
      .toHaveAttribute('href', 'https://xaman.app');
    expect(api.called('POST', path)).toEqual([]);
    await close.click();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(log.getByText(/^You’re back!/)).toBeVisible();
    return screen;
  }

  test(`${spec('4.20')} back from it, the panel opens with a greeting, silently, once`, async () => {
    const speak = spoken();
    await goAwayAndComeBack();
    await expect.poll(() => log.getByRole('button').elements()).toHaveLength(3);
    await expect.element(field).not.toHaveFocus();
    expect(speak).not.toHaveBeenCalled();
    await close.click();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('on a phone the panel stays closed: the bar says that the greeting is there', async () => {
    await page.viewport(360, 740);
    await openChat('/transfer?from=coinbase');
    await log.getByRole('button', { name: 'Need to download a wallet?' }).click();
    await close.click();
    await expect.element(panel).not.toBeInTheDocument();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(bar).toHaveAccessibleName(/^Wallet ready\? Ask me\./);
    await expect.element(panel).not.toBeInTheDocument();
    await bar.click();
    await expect.element(log.getByText(/^You’re back!/)).toBeVisible();
  });

  test(`${spec('4.20')} with the sound on it is spoken`, async () => {
    const speak = spoken();
    const screen = await openChat();
    const sound = page.getByRole('button', { name: 'Read messages aloud' });
    await sound.click();
    await expect.element(sound).toHaveAttribute('aria-pressed', 'true');
    await screen.unmount();
    await goAwayAndComeBack();
    const said = speak.mock.lastCall?.[0];
    expect(
      [said?.text.slice(0, 12), said?.rate, said?.pitch].map((each) =>
        typeof each === 'number' ? each.toFixed(1) : each,
      ),
    ).toEqual(['You’re back!', '0.9', '1.1']);
  });
});

describe('the nudge after 30 seconds', () => {
  beforeEach(() => localStorage.removeItem('xrp-bridge:chat-nudged'));

  /** Holds its timers back: how many there are, and what lets them pass. */
  function holdNudges() {
    const held = new Map<number, () => void>();
    const { setTimeout: plainSet, clearTimeout: plainClear } = window;
    vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...rest: unknown[]) => {
      // A page that waits for news of its transfer has a timer of this length too.
      const nudges = ms === 30_000 && run.name === 'wait';
      const timer = plainSet(nudges ? () => {} : run, ms, ...rest);
      if (nudges) held.set(timer, run);
      return timer;
    }) as typeof window.setTimeout);
    vi.spyOn(window, 'clearTimeout').mockImplementation((timer) => {
      held.delete(timer as number);
      plainClear(timer);
    });
    const pass = () => {
      const due = [...held.values()];
      held.clear();
      for (const run of due) run();
    };
    return { count: () => held.size, pass };
  }
  const told = log.getByText(/^You have been on this step a while\./);

  test(`${spec('4.21')} opens the panel without taking the focus, once ever`, async () => {
    const { count, pass } = holdNudges();
    await open('/', api);
    await expect.poll(count).toBe(1);
    pass();
    await expect.element(told).toBeVisible();
    await expect.element(field).not.toHaveFocus();
    await expectAccessible();
    await close.click();
    pass();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('on a phone it is a quiet word on the bar, said once, and nothing opens', async () => {
    await page.viewport(360, 740);
    const { count, pass } = holdNudges();
    const screen = await open('/', api);
    await expect.poll(count).toBe(1);
    pass();
    await expect.element(bar).toHaveAccessibleName(/^Stuck\? Ask me\./);
    await expect.element(screen.getByRole('status')).toHaveTextContent('Stuck? Ask me.');
    await expect.element(panel).not.toBeInTheDocument();
    await expectAccessible();
    await bar.click();
    await expect.element(panel).toBeVisible();
    await close.click();
    await expect.element(bar).toHaveAccessibleName('Ask the assistant');
    await expect.poll(count).toBe(0);
  });

  test('waits while somebody is typing', async () => {
    api.push({ destinationAddress: 'pending' });
    const { count, pass } = holdNudges();
    const screen = await open(`/transfer/${id}`, api);
    const input = screen.getByRole('textbox', { name: /XRP address/ });
    await input.click();
    await expect.poll(count).toBe(1);
    pass();
    await expect.element(panel).not.toBeInTheDocument();
    (input.element() as HTMLElement).blur();
    await expect.poll(count).toBe(1);
    pass();
    await expect.element(told).toBeVisible();
  });

  test('does not come over a dialog', async () => {
    localStorage.setItem(`xrp-bridge:step:${id}`, '4');
    const { count, pass } = holdNudges();
    const screen = await open(`/transfer/${id}`, api);
    await expect.poll(count).toBe(1);
    await screen.getByRole('button', { name: 'I’ve completed the transfer' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Has your XRP arrived?' })).toBeVisible();
    await expect.poll(count).toBe(0);
    pass();
    await expect.element(panel).not.toBeInTheDocument();
  });
});
