import { type ReactNode, useRef, useState } from 'react';
import { SecretStopped } from '../../domain/destination/secret-stopped.tsx';
import { useSecretGuard } from '../../lib/use-secret-guard.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { Keys } from './keys.ts';
import { mostMegabytes, type OnPart, SealProblem, seal, unseal } from './seal.ts';
import { sealTexts } from './texts.ts';

/** The extension of a locked file. */
const ending = '.locked';
const noteName = 'note.txt';
/** The maximum size of a text that is shown. A longer text is only saved. */
const shownBytes = 100_000;

type Outcome = { done: ReactNode } | { failed: string };

/** Locks notes and files and opens them again, on this device only. */
export function Locker({ keys }: { keys: Keys }) {
  return (
    <>
      <LockNote keys={keys} />
      <FileCard
        title="Lock a file"
        text={`Your file can be up to ${mostMegabytes} MB. You’ll get a locked copy, and the original stays the same.`}
        button="Lock this file"
        act={async (file, onPart) => {
          const name = file.name + ending;
          saveFile(name, await seal(file, file.name, keys, onPart));
          return <SavedFile name={name} />;
        }}
      />
      <FileCard
        title="Open a locked file"
        text="Choose a file you locked with this key."
        button="Open this file"
        act={async (file, onPart) => {
          const { name, content } = await unseal(file, keys, onPart);
          if (name === noteName && content.size <= shownBytes) {
            return <p className="whitespace-pre-wrap wrap-anywhere">{await content.text()}</p>;
          }
          saveFile(name, content);
          return <SavedFile name={name} />;
        }}
      />
    </>
  );
}

function LockNote({ keys }: { keys: Keys }) {
  const [text, setText] = useState('');
  /** The text that was locked last. The button to clear the field is shown only for this text. */
  const [locked, setLocked] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const guard = useSecretGuard();
  const { busy, outcome, run, forget } = useLocking();
  function clear() {
    setText('');
    setLocked('');
    forget();
    box.current?.focus();
  }
  return (
    <LockerCard title="Lock a note" outcome={outcome}>
      {guard.stopped && <SecretStopped wanted="You can lock any other note here." />}
      <TextField
        ref={box}
        id="note"
        label="Your note"
        hint="Never put a recovery phrase in a note. It belongs on paper."
        rows={5}
        value={text}
        onChange={({ target: { value } }) => setText(guard.pass(value))}
      />
      <Buttons>
        <Button
          busy={busy !== null}
          busyLabel="Locking…"
          disabled={text.trim() === ''}
          onClick={() =>
            run(async () => {
              saveFile(noteName + ending, await seal(new Blob([text]), noteName, keys));
              setLocked(text);
              return <SavedFile name={noteName + ending}>Your note stays here until you clear it.</SavedFile>;
            })
          }
        >
          Lock this note
        </Button>
        {text !== '' && text === locked && (
          <Button variant="quiet" onClick={clear}>
            Clear my note
          </Button>
        )}
      </Buttons>
    </LockerCard>
  );
}

function FileCard({
  title,
  text,
  button,
  act,
}: {
  title: string;
  text: string;
  button: string;
  act: (file: File, onPart: OnPart) => Promise<ReactNode>;
}) {
  const [file, setFile] = useState<File | null>(null);
  const { busy, outcome, run } = useLocking();
  return (
    <LockerCard title={title} outcome={outcome}>
      <Field
        label="Your file"
        type="file"
        hint={text}
        good={file && `You chose ${file.name}.`}
        onChange={({ target: { files } }) => setFile(files?.[0] ?? null)}
      />
      <Buttons>
        <Button
          variant="soft"
          busy={busy !== null}
          busyLabel={`${Math.round((busy ?? 0) * 100)}%`}
          disabled={file === null}
          onClick={() => file && run((onPart) => act(file, onPart))}
        >
          {button}
        </Button>
      </Buttons>
    </LockerCard>
  );
}

/** Shows the name of a saved file. A page cannot detect whether the download succeeded. */
function SavedFile({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <p className="wrap-anywhere">
      Check your downloads for {name}. {children}
    </p>
  );
}

function LockerCard({ title, outcome, children }: { title: string; outcome: Outcome | null; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
      {outcome && 'failed' in outcome && (
        <Note kind="bad" title="That didn’t work" live>
          <p>{outcome.failed}</p>
        </Note>
      )}
      {outcome && 'done' in outcome && (
        <Note kind="good" title="Done" live>
          {outcome.done}
        </Note>
      )}
    </Card>
  );
}

/** Runs one task at a time, and returns its progress (0 to 1) and its outcome. */
function useLocking() {
  const [busy, setBusy] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  async function run(work: (onPart: OnPart) => Promise<ReactNode>) {
    setBusy(0);
    setOutcome(null);
    try {
      setOutcome({ done: await work(setBusy) });
    } catch (error) {
      setOutcome({ failed: error instanceof SealProblem ? sealTexts[error.code] : sealTexts.unreadable });
    }
    setBusy(null);
  }
  return {
    busy,
    outcome,
    run: (work: Parameters<typeof run>[0]) => void run(work),
    /** Clears the outcome. */
    forget: () => setOutcome(null),
  };
}
