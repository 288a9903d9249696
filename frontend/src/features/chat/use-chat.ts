import { detectSecret } from '@xrp-bridge/contracts/secrets';
import { walletName, wallets } from '@xrp-bridge/contracts/wallets';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAssistantContext } from '../../shared/assistant-step.ts';
import { speak } from '../../shared/speech.ts';
import { storage } from '../../shared/storage.ts';
import { askAssistant, type Source } from './api.ts';
import { answerOffline } from './fallbacks.ts';
import { greet, walletSetupSuggestion } from './greetings.ts';

export interface Message {
  id: string;
  type: 'assistant' | 'user' | 'system';
  content: string;
  timestamp: string;
  suggestions?: string[];
  sources?: Source[];
}

interface SavedChat {
  messages: Message[];
  hasInteracted: boolean;
}

const saved = 'chat';
const setupStarted = 'wallet_setup_started';
const keptMessages = 50;
const noReply = 'I’m here to help! What would you like to know about transferring XRP?';

let lastId = 0;
function message(type: Message['type'], content: string, more: Pick<Message, 'suggestions' | 'sources'> = {}): Message {
  lastId += 1;
  return { id: `${Date.now()}-${lastId}`, type, content, timestamp: new Date().toISOString(), ...more };
}

/** The conversation: what was said, kept on this device, and what can be said next. */
export function useChat() {
  const context = useAssistantContext();
  const { pathname } = useLocation();
  const [{ messages, hasInteracted }, setChat] = useState<SavedChat>(
    () => storage.get<SavedChat>(saved) ?? { messages: [], hasInteracted: false },
  );
  const [typing, setTyping] = useState(false);
  const [secretStopped, setSecretStopped] = useState(false);
  const greeting = greet(context, pathname);

  useEffect(() => {
    if (messages.length === 0) return;
    const { step, fromExchange, toWallet } = context;
    storage.set(saved, { messages, hasInteracted, currentStep: step, transferData: { fromExchange, toWallet } });
  }, [messages, hasInteracted, context]);

  function append(next: Message, byPerson = false) {
    setChat((known) => ({
      // The greeting goes with the step until something was said after it.
      messages: [...(known.messages.length > 0 ? known.messages : [hello()]), next].slice(-keptMessages),
      hasInteracted: known.hasInteracted || byPerson,
    }));
  }
  function hello() {
    return message('assistant', greeting.content, { suggestions: greeting.suggestions });
  }
  function say(content: string, more: Pick<Message, 'suggestions' | 'sources'> = {}) {
    append(message('assistant', content, more));
    speak(content);
  }

  return {
    messages: messages.length > 0 ? messages : [{ ...hello(), id: 'greeting' }],
    hasInteracted,
    typing,
    secretStopped,
    /** Answers false, and says why, when the text holds a secret: it must not stay in the field either. */
    allows(text: string): boolean {
      const secret = detectSecret(text) !== null;
      setSecretStopped(secret);
      return !secret;
    },
    async ask(text: string): Promise<void> {
      const question = text.trim();
      if (!question || typing) return;
      append(message('user', question), true);
      if (question.startsWith(walletSetupSuggestion)) {
        storage.set(setupStarted, true);
        const chosen = wallets.filter(({ id }) => id === context.toWallet);
        say(
          `Install ${chosen[0] ? walletName(chosen[0].id) : 'a wallet'} only from its maker’s own page, linked here. Write the recovery words on paper and show them to nobody, us included. Then come back: this page keeps your place.`,
          {
            suggestions: ['What is an XRP address?', 'What are recovery words?'],
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
        const { step, fromExchange, toWallet } = context;
        const page = pathname.replace(/^\/transfer\/.*/, '/transfer/:id');
        const reply = await askAssistant({ question, context: page, step, fromExchange, toWallet });
        say(reply.response || noReply, { suggestions: reply.suggestions ?? [], sources: reply.sources ?? [] });
      } catch (error) {
        console.warn('The assistant could not be asked', error);
        const { content, suggestions } = answerOffline(question);
        say(content, { suggestions });
      } finally {
        setTyping(false);
      }
    },
    nudge() {
      append(
        message('system', 'You have been on this step a while. Is something unclear? Ask me, or tap a question.', {
          suggestions: greeting.suggestions,
        }),
      );
    },
    /** Greets somebody who went away to get a wallet; answers whether there was such a person. */
    welcomeBack(): boolean {
      if (!storage.get<boolean>(setupStarted)) return false;
      storage.remove(setupStarted);
      say('You’re back! Is your wallet ready? Open it, choose XRP, then Receive, and copy the address it shows.', {
        suggestions: ['My wallet is ready', 'What is an XRP address?', 'I have trouble installing it'],
      });
      return true;
    },
  };
}

export type Chat = ReturnType<typeof useChat>;
