import { useState } from 'react';
import { SecretStopped } from '../../domain/destination/secret-stopped.tsx';
import { useSecretGuard } from '../../lib/use-secret-guard.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary, type Mistake } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { areEqual, type Bytes } from './bytes.ts';
import { type Fragment, type FragmentMistake, readFragment, restoreSecret } from './fragments.ts';
import { deriveKeys, type Keys } from './keys.ts';
import { describeFragment, describePair, otherKey, tooOld } from './texts.ts';

const fields = ['fragment-one', 'fragment-other'] as const;
const labels = ['One fragment', 'Another fragment'] as const;

/**
 * Shows a form for any two fragments.
 * Calls `onRestored` with the restored keys, or shows an error if the fragments do not fit.
 */
export function RestoreForm({
  setId,
  button,
  onRestored,
}: {
  /** The set to which the fragments must belong; any set if omitted. */
  setId?: Bytes;
  button: string;
  onRestored: (keys: Keys) => void;
}) {
  const [texts, setTexts] = useState<readonly [string, string]>(['', '']);
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const guard = useSecretGuard();

  async function restore() {
    setBusy(true);
    const result = await restoreKeys(texts, setId).catch(() => ({ mistakes: [{ text: tooOld }] }));
    setBusy(false);
    setAttempt(attempt + 1);
    setMistakes('mistakes' in result ? result.mistakes : []);
    if ('keys' in result) onRestored(result.keys);
  }

  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void restore();
      }}
    >
      <ErrorSummary mistakes={mistakes} attempt={attempt} />
      {guard.stopped && <SecretStopped wanted="We only need a fragment." />}
      {fields.map((id, index) => (
        <TextField
          key={id}
          id={id}
          label={labels[index] as string}
          hint="You can skip the spaces and use lowercase letters."
          mono
          rows={4}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          value={texts[index]}
          onChange={({ target: { value } }) => {
            const text = guard.pass(value);
            setTexts(index === 0 ? [text, texts[1]] : [texts[0], text]);
          }}
          error={mistakes.find(({ field }) => field === id)?.text ?? null}
        />
      ))}
      <Buttons>
        <Button type="submit" variant="soft" busy={busy} busyLabel="Checking…">
          {button}
        </Button>
      </Buttons>
    </form>
  );
}

async function restoreKeys(
  texts: readonly [string, string],
  wanted: Bytes | undefined,
): Promise<{ keys: Keys } | { mistakes: Mistake[] }> {
  const [one, other] = await Promise.all([readFragment(texts[0]), readFragment(texts[1])]);
  if (isWrong(one) || isWrong(other)) {
    const wrong = [one, other].map((read, index) => ({ read, field: fields[index] as string }));
    return {
      mistakes: wrong.flatMap(({ read, field }) => (isWrong(read) ? [{ field, text: describeFragment(read) }] : [])),
    };
  }
  const restored = await restoreSecret(one, other);
  if ('mistake' in restored) return { mistakes: [{ field: fields[1], text: describePair(restored) }] };
  const keys = await deriveKeys(restored.secret);
  return wanted && !areEqual(keys.setId, wanted) ? { mistakes: [{ field: fields[0], text: otherKey }] } : { keys };
}

function isWrong(read: Fragment | FragmentMistake): read is FragmentMistake {
  return 'mistake' in read;
}
