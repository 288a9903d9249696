import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Reply } from '../src/lib/api/client.ts';
import type { FakeApi } from './fake-api.ts';
import { dialog, region, textbox } from './locators.ts';
import { open } from './open.tsx';

// Locators and helpers for the tests of the chat's dock and page.

export const panel = dialog('XRP transfer assistant');
export const bar = region('Assistant').getByRole('button').first();
export const close = panel.getByRole('button', { name: 'Close the assistant' });
export const log = page.getByRole('log');
export const field = textbox('Your question');

export const answerOfTag: Reply<'POST /api/ai-helper'> = {
  response: 'Leave the tag empty.',
  suggestions: ['Which network do I choose?', 'Is it safe?'],
  suggestionIds: ['network', 'safety'],
  sources: [
    { title: 'Safety', url: '/#safety' },
    { title: 'XRP Ledger', url: 'https://xrpl.org/docs' },
    { title: 'Not a link', url: 'javascript:alert(1)' },
  ],
};

export async function openChat(api: FakeApi, at = '/') {
  const screen = await open(at, api);
  await bar.click();
  await expect.element(panel).toBeVisible();
  return screen;
}

export async function ask(question: string): Promise<void> {
  await field.fill(question);
  await userEvent.keyboard('{Enter}');
}
