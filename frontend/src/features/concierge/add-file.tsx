import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary, type Mistake } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { isSmall } from './csv.ts';
import { type Holding, type HoldingsProblem, readHoldings } from './holdings.ts';
import { NameField } from './name-field.tsx';
import { type ExchangePlace, type Place, whyNot } from './portfolio.ts';

const ids = { name: 'exchange-name', file: 'exchange-file' } as const;

const problems: Record<HoldingsProblem, string> = {
  empty: 'This file is empty. Please export it again.',
  too_large: 'This file is too large. A list of balances is much smaller.',
  not_a_table: 'This isn’t a CSV file. When your exchange asks for the file type, choose “CSV.”',
  no_columns: 'We didn’t find any coin balances in this file. Please export your balances.',
  movements: 'This file lists transactions, not balances. Please export your balances.',
  nothing_held: 'We didn’t find any coins with a balance above 0 in this file.',
};

/**
 * Shows a form for a file from the customer's exchange.
 * The file is read in the browser and is not sent anywhere.
 */
export function AddFile({
  places,
  account,
  onRead,
  onLeave,
}: {
  places: readonly Place[];
  /** The account whose file is replaced; null for a new account. */
  account: ExchangePlace | null;
  onRead: (read: { name: string; holdings: readonly Holding[]; leftOut: number }) => void;
  onLeave: () => void;
}) {
  const [name, setName] = useState(account?.name ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  const [attempts, setAttempts] = useState(0);

  async function read(event: FormEvent) {
    event.preventDefault();
    setAttempts(attempts + 1);
    const trimmedName = name.trim();
    const found = file ? await readFile(file) : null;
    const reason = trimmedName ? whyNot(places, { id: account?.id ?? null, name: trimmedName }) : null;
    const wrong = !file ? 'Please choose a file.' : found && !found.ok ? problems[found.problem] : null;
    setMistakes([
      ...(trimmedName ? [] : [{ field: ids.name, text: 'Please enter a name for this exchange.' }]),
      ...(reason ? [{ field: ids.name, text: reason.text }] : []),
      ...(wrong ? [{ field: ids.file, text: wrong }] : []),
    ]);
    if (trimmedName && !reason && found?.ok)
      onRead({ name: trimmedName, holdings: found.holdings, leftOut: found.leftOut });
  }

  const errorOf = (id: string) => mistakes.find(({ field }) => field === id)?.text ?? null;
  return (
    <form noValidate onSubmit={read} aria-labelledby="add-file" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 id="add-file" className="text-lg wrap-anywhere">
        {account ? `Use a newer file for “${account.name}”` : 'Add an exchange'}
      </h3>
      <ErrorSummary mistakes={mistakes} attempt={attempts} />
      <p className="text-ink-2">
        Your exchange can give you a file with your balances. In your account, look for “Statements” or “Export,” and
        choose CSV. The file stays in this browser. No one else sees it, not even us.
      </p>
      <NameField
        id={ids.name}
        label="Name of this exchange"
        hint="For example, Kraken."
        value={name}
        onChange={setName}
        error={errorOf(ids.name)}
      />
      <Field
        id={ids.file}
        label="CSV file"
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        error={errorOf(ids.file)}
        good={file && `You chose ${file.name}.`}
        onChange={({ target: { files } }) => setFile(files?.[0] ?? null)}
      />
      <Buttons>
        <Button type="submit">Use this file</Button>
        <Button variant="quiet" onClick={onLeave}>
          Not now
        </Button>
      </Buttons>
    </form>
  );
}

/** Parses a file. A file that is too large is not opened. */
async function readFile(file: File): Promise<ReturnType<typeof readHoldings>> {
  if (!isSmall(file)) return { ok: false, problem: 'too_large' };
  try {
    return readHoldings(await file.text());
  } catch (error) {
    console.warn('The file could not be opened', error);
    return { ok: false, problem: 'not_a_table' };
  }
}
