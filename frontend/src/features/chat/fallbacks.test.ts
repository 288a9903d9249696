import { spec } from '@xrp-bridge/contracts/testing';
import { expect, test } from 'vitest';
import { answerOffline } from './fallbacks.ts';

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
])(`${spec('8.17')} answerOffline returns a matching answer for “%s”`, (question, answer) => {
  const { content, suggestions } = answerOffline(question);
  expect(content).toMatch(answer);
  expect(suggestions).toHaveLength(3);
});
