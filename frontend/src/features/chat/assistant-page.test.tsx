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

describe('assistant page', () => {
  test(`${spec('2.assistant')} continues the conversation of the dock and hides the dock’s button`, async () => {
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
    'at %i px shows a greeting, questions and a sound toggle whose state is stored',
    async (width) => {
      await page.viewport(width, 740);
      await open('/assistant', api);
      await expect.element(log.getByRole('button', { name: 'What does the guide cost?' })).toBeVisible();
      const sound = button('Read messages aloud');
      await sound.click();
      await expect.element(sound).toHaveAttribute('aria-pressed', 'true');
      expect(localStorage.getItem('voiceOn')).toBe('true');
      // Turning off the sound in another tab also turns it off in this tab.
      localStorage.setItem('voiceOn', 'false');
      dispatchEvent(new StorageEvent('storage', { key: 'voiceOn' }));
      await expect.element(sound).toHaveAttribute('aria-pressed', 'false');
      expect(document.documentElement.scrollWidth).toBe(width);
      await expectAccessible();
    },
  );

  test('shows the same conversation in two tabs', async () => {
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
    const setItem = vi.spyOn(Storage.prototype, 'setItem');
    fromThere(there);
    await expect.element(log.getByText(/My sister asked this there/)).toBeVisible();
    await expect.element(log.getByText(answerOfTag.response)).not.toBeInTheDocument();
    await ask('And the fee?');
    await expect.element(log.getByText(answerOfTag.response)).toBeVisible();
    expect(localStorage.getItem('xrp-bridge:chat')).toContain('My sister asked this there');
    // If messages from another tab were stored again, the two tabs would trigger each other endlessly.
    const stored = setItem.mock.calls.filter(([key, text]) => key === 'xrp-bridge:chat' && text !== there);
    expect(stored.filter(([, text]) => !text.includes('And the fee?'))).toEqual([]);
    fromThere(null);
    await expect.element(log.getByText(/My sister asked this there/)).not.toBeInTheDocument();
  });

  test('stores a message before it is visible', async () => {
    await open('/assistant', api);
    await expect.element(field).toBeVisible();
    const isStoredWhenVisible: boolean[] = [];
    const seen = new MutationObserver(() => {
      if (!document.body.textContent.includes(answerOfTag.response)) return;
      isStoredWhenVisible.push(localStorage.getItem('xrp-bridge:chat')?.includes(answerOfTag.response) ?? false);
    });
    seen.observe(document.body, { subtree: true, childList: true, characterData: true });
    await ask('Is there a tag?');
    await expect.element(log.getByText(answerOfTag.response)).toBeVisible();
    seen.disconnect();
    expect(isStoredWhenVisible[0]).toBe(true);
  });

  test('greets a customer who returns with a new wallet', async () => {
    localStorage.setItem('wallet_setup_started', 'true');
    await open('/assistant', api);
    await expect.element(field).toBeVisible();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(log.getByText(/^You’re back!/)).toBeVisible();
  });
});
