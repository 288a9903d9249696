import { pageAt } from '@xrp-bridge/contracts/pages';
import { detectSecret } from '@xrp-bridge/contracts/secrets';
import { walletName, wallets } from '@xrp-bridge/contracts/wallets';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type AssistantStep, useAssistantContext } from '../../domain/assistant/assistant-step.ts';
import { setupStarted } from '../../domain/wallet-guide/setup-started.ts';
import { speak } from '../../lib/speech.ts';
import { defineStored, fieldsOf } from '../../lib/storage.ts';
import { type Source, sendQuestion } from './api.ts';
import { answerOffline } from './fallbacks.ts';
import { greet } from './greetings.ts';
import { suggestions as ask, type Suggestion, walletSetup } from './suggestions.ts';

export interface Message {
  id: string;
  type: 'assistant' | 'user' | 'system';
  content: string;
  timestamp: string;
  suggestions?: Suggestion[];
  sources?: Source[];
}

interface SavedChat {
  messages: Message[];
  hasInteracted: boolean;
  currentStep?: string;
  transferData?: Partial<AssistantStep>;
}

function parseChat(value: unknown): SavedChat | undefined {
  const { messages, hasInteracted } = fieldsOf(value);
  return isListOf(messages, isMessage) ? { messages, hasInteracted: hasInteracted === true } : undefined;
}

function isMessage(value: unknown): value is Message {
  const { id, type, content, suggestions = [], sources = [] } = fieldsOf(value);
  return (
    isText(id) &&
    (type === 'assistant' || type === 'user' || type === 'system') &&
    isText(content) &&
    isListOf(suggestions, isSuggestion) &&
    isListOf(sources, (source): source is Source => isText(fieldsOf(source).title) && isText(fieldsOf(source).url))
  );
}

function isSuggestion(value: unknown): value is Suggestion {
  const { id, title } = fieldsOf(value);
  return isText(id) && isText(title);
}

function isListOf<T>(value: unknown, isOne: (each: unknown) => each is T): value is T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const maxMessages = 50;
const noChat: SavedChat = { messages: [], hasInteracted: false };
const saved = defineStored('chat', parseChat, noChat);
const noReply = 'I’m here to help! What would you like to know about transferring XRP?';

let lastId = 0;
function message(type: Message['type'], content: string, more: Pick<Message, 'suggestions' | 'sources'> = {}): Message {
  lastId += 1;
  return { id: `${Date.now()}-${lastId}`, type, content, timestamp: new Date().toISOString(), ...more };
}

/** Manages the conversation: the messages, which are stored on this device, and the actions on them. */
export function useChat() {
  const context = useAssistantContext();
  const { pathname } = useLocation();
  const [{ messages, hasInteracted }, setChat] = useState(() => saved.get());
  const [typing, setTyping] = useState(false);
  const [secretStopped, setSecretStopped] = useState(false);
  const greeting = greet(context, pathname);

  // If messages from another tab were stored again, the two tabs would trigger each other endlessly.
  const received = useRef<Message[] | null>(null);
  // Messages are stored before the paint, so that later messages from another tab are not overwritten.
  useLayoutEffect(() => {
    if (messages.length === 0 || messages === received.current) return;
    const { step, fromExchange, toWallet } = context;
    saved.set({ messages, hasInteracted, currentStep: step, transferData: { fromExchange, toWallet } });
  }, [messages, hasInteracted, context]);
  useLayoutEffect(
    () =>
      saved.subscribe((chat) => {
        received.current = chat.messages;
        setChat(chat);
      }),
    [],
  );

  function append(next: Message, byPerson = false) {
    setChat((before) => ({
      // The greeting is stored with the first message. Before that, the greeting changes with the step.
      messages: [...(before.messages.length > 0 ? before.messages : [hello()]), next].slice(-maxMessages),
      hasInteracted: before.hasInteracted || byPerson,
    }));
  }
  function hello() {
    return message('assistant', greeting.content, { suggestions: greeting.suggestions });
  }
  function appendReply(content: string, more: Pick<Message, 'suggestions' | 'sources'> = {}) {
    append(message('assistant', content, more));
    speak(content);
  }

  return {
    messages: messages.length > 0 ? messages : [{ ...hello(), id: 'greeting' }],
    hasInteracted,
    typing,
    secretStopped,
    /**
     * Returns true if the text may stay in the field.
     * If it contains a secret, returns false and shows why.
     */
    allows(text: string): boolean {
      const secret = detectSecret(text) !== null;
      setSecretStopped(secret);
      return !secret;
    },
    /** Sends a typed question, or a tapped suggestion with its `entry`. */
    async ask(text: string, entry?: string): Promise<void> {
      const question = text.trim();
      if (!question || typing) return;
      append(message('user', question), true);
      if (entry === walletSetup) {
        setupStarted.set(true);
        const chosen = wallets.filter(({ id }) => id === context.toWallet);
        appendReply(
          `Install ${chosen[0] ? walletName(chosen[0].id) : 'a wallet'} only from its maker’s own page, linked here. Write your recovery phrase on paper and show it to no one, not even us. Then come back. This page will save your place.`,
          {
            suggestions: [ask.address, ask.recoveryPhrase],
            sources: (chosen.length > 0 ? chosen : wallets.slice(0, 4)).map(({ name, domain, site }) => ({
              title: `${name} at ${domain}`,
              url: site,
            })),
          },
        );
        return;
      }
      setTyping(true);
      try {
        const { step, fromExchange, toWallet, guideStep } = context;
        const page = pageAt(pathname)?.path;
        const transferId = /^\/transfer\/([0-9a-f]{32})\/?$/.exec(pathname)?.[1];
        const about = { step, fromExchange, toWallet, transferId, guideStep };
        const reply = await sendQuestion({ question, context: page, ...about, entry });
        const { suggestions = [], suggestionIds = [], sources = [] } = reply;
        appendReply(reply.response || noReply, {
          suggestions: suggestions.map((title, index) => ({ id: suggestionIds[index] ?? '', title })),
          sources,
        });
      } catch (error) {
        console.warn('The assistant could not be asked', error);
        const { content, suggestions } = answerOffline(question, entry);
        appendReply(content, { suggestions });
      } finally {
        setTyping(false);
      }
    },
    offerHelp() {
      append(
        message('system', 'You’ve been on this step a while. Need a hand? Ask me, or tap a question below.', {
          suggestions: greeting.suggestions,
        }),
      );
    },
    /**
     * Greets a customer who returns from the setup of a wallet.
     * Returns false if the customer had not started a setup.
     */
    welcomeBack(): boolean {
      if (!setupStarted.get()) return false;
      setupStarted.forget();
      appendReply('You’re back! If your wallet is ready, copy its XRP address. If you can’t find it, ask me.', {
        suggestions: [ask.start, ask.address, ask.installWallet],
      });
      return true;
    },
  };
}

export type Chat = ReturnType<typeof useChat>;
