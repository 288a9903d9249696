import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerOfTag, ask, bar, field, log, openChat } from '../../../test/chat.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { address } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
  api.assist = () => HttpResponse.json(answerOfTag);
});

const path = '/api/ai-helper';

describe('the assistant’s page', () => {
  test(`${spec('2.assistant')} has the conversation of the dock, which is not there beside it`, async () => {
    const screen = await openChat(api);
    await ask('tag?');
    await expect.element(log.getByText('Leave the tag empty.')).toBeVisible();
    await screen.go('/assistant');
    await expect.element(page.getByRole('heading', { name: 'XRP transfer assistant', level: 1 })).toHaveFocus();
    await expect.element(log.getByText('Leave the tag empty.')).toBeVisible();
    await expect.element(button('Ask the assistant')).not.toBeInTheDocument();
    await ask('and now?');
    await expect.element(log.getByText(/and now\?$/)).toBeVisible();
    await expect.poll(() => api.bodies('POST', path)[1]).toMatchObject({ context: '/assistant' });
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
      const sound = button('Read messages aloud');
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
    await expect.element(log.getByText(answerOfTag.response)).toBeVisible();
    const keep = vi.spyOn(Storage.prototype, 'setItem');
    fromThere(there);
    await expect.element(log.getByText(/My sister asked this there/)).toBeVisible();
    await expect.element(log.getByText(answerOfTag.response)).not.toBeInTheDocument();
    await ask('And the fee?');
    await expect.element(log.getByText(answerOfTag.response)).toBeVisible();
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
      if (!document.body.textContent.includes(answerOfTag.response)) return;
      keptWhenSeen.push(localStorage.getItem('xrp-bridge:chat')?.includes(answerOfTag.response) ?? false);
    });
    seen.observe(document.body, { subtree: true, childList: true, characterData: true });
    await ask('Is there a tag?');
    await expect.element(log.getByText(answerOfTag.response)).toBeVisible();
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
