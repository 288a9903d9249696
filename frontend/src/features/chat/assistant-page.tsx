import { pages } from '@xrp-bridge/contracts/pages';
import { Page, Row } from '../../ui/layout.tsx';
import { VoiceToggle } from '../../ui/voice-toggle.tsx';
import { Conversation } from './conversation.tsx';
import { useChat } from './use-chat.ts';
import { useComingBack } from './use-coming-back.ts';

/** Shows the chat as a separate page, which has more room than the panel. */
export function AssistantPage() {
  const chat = useChat();
  useComingBack(chat.welcomeBack);
  return (
    <Page
      title={pages.assistant.title}
      heading="XRP transfer assistant"
      lead={<p>Ask in your own words, or tap a question. I never need your recovery phrase or a password.</p>}
      narrow
    >
      <div className="grid gap-3">
        <Row className="justify-end">
          <VoiceToggle
            labelled
            className="inline-flex min-h-11 items-center gap-2.5 rounded-full px-4 font-semibold text-water shadow-[inset_0_0_0_1.5px_var(--color-line-strong)] hover:bg-sunk"
          />
        </Row>
        {/* Only the messages scroll. The field stays in place. */}
        <section
          aria-label="Chat"
          className="grid max-h-[80dvh] min-h-96 grid-rows-[minmax(0,1fr)_auto] overflow-hidden rounded-lg border border-line-strong bg-card"
        >
          <Conversation chat={chat} phone={false} />
        </section>
      </div>
    </Page>
  );
}
