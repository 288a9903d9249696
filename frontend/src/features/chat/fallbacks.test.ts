import { spec } from '@xrp-bridge/contracts/testing';
import { expect, test } from 'vitest';
import { answerOffline } from './fallbacks.ts';

test.each([
  ['What is an XRP address?', /starts with a lowercase r/],
  ['destination tag??', /Your own wallet doesn’t need one/],
  ['MINIMUM TRANSFER', /There’s no fixed minimum/],
  ['my exchange not listed', /steps that work on most exchanges/],
  ['is this safe', /We never touch your XRP/],
  ['refund', /Full refund until all your XRP arrives/],
  ['which payment method', /You can pay by card, Apple Pay, or Google Pay/],
  ['can i phone you', /^No\. We don’t make phone or video calls/],
  ['is your WhatsApp real?', /^No\. We don’t make phone or video calls/],
  ['can you take over my screen', /^No\. We don’t make phone or video calls/],
  ['should I share my computer with you', /^No\. We don’t make phone or video calls/],
  ['does it work on my computer', /^I understand you need help/],
  ['do you offer remote access', /^No\. We don’t make phone or video calls/],
  ['can we do a video call', /^No\. We don’t make phone or video calls/],
  ['are you on Facebook', /^No\. We don’t make phone or video calls/],
  ['someone from support wrote me', /^No\. We don’t make phone or video calls/],
  ['blub', /^I understand you need help\. Let me guide you through this step\.\.\.$/],
])(`${spec('8.17')} answerOffline returns a matching answer for “%s”`, (question, answer) => {
  const { content, suggestions } = answerOffline(question);
  expect(content).toMatch(answer);
  expect(suggestions).toHaveLength(3);
});
