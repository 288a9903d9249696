import { useId, useState } from 'react';
import { call, describe, type Reply } from '../../shared/api/client.ts';
import { ReasonDialog } from '../../shared/operator/act-button.tsx';
import { useAct } from '../../shared/operator/live.ts';
import { Panel } from '../../shared/operator/parts.tsx';
import { SmallButton } from '../../shared/operator/small-button.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Buttons } from '../../shared/ui/layout.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { toast } from '../../shared/ui/toast.ts';

type Status = Reply<'GET /api/ad-automation-status'>;
type PostingWindow = Status['windows'][number];

const newWindow: PostingWindow = { name: 'another', fromHour: 9, toHour: 17 };

/** Who posts, when, and how much: the kill switch first. */
export function AutomationSettings({ status }: { status: Status }) {
  const [dailyCap, setDailyCap] = useState(String(status.dailyCap));
  const [windows, setWindows] = useState<readonly PostingWindow[]>(status.windows);
  const [asking, setAsking] = useState<'stop' | 'start' | null>(null);
  const save = useAct(
    (change: Partial<Pick<Status, 'dryRun' | 'dailyCap'>> & { windows?: PostingWindow[] }) =>
      call('PATCH /api/admin/ad-automation', { body: change }),
    { onDone: () => toast({ title: 'The settings are saved' }) },
  );
  const changeWindow = (at: number, change: Partial<PostingWindow>) =>
    setWindows(windows.map((window, index) => (index === at ? { ...window, ...change } : window)));
  return (
    <Panel
      title="Settings"
      aside={
        <SmallButton onClick={() => setAsking(status.autoPostEnabled ? 'stop' : 'start')}>
          {status.autoPostEnabled ? 'Stop all posting' : 'Switch posting on'}
        </SmallButton>
      }
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.start({ dailyCap: Number(dailyCap), windows: [...windows] });
        }}
      >
        {save.isError && (
          <Note kind="bad" title="The settings were not saved" live>
            <p>{describe(save.error, 'Please check your connection and try again.')}</p>
          </Note>
        )}
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={status.dryRun}
            onChange={(event) => save.start({ dryRun: event.target.checked })}
            className="size-6 accent-water"
          />
          Dry run: all but the sending
        </label>
        <Field
          label="Posts a day, at most"
          type="number"
          inputMode="numeric"
          min={1}
          max={24}
          className="max-w-60"
          value={dailyCap}
          onChange={(event) => setDailyCap(event.target.value)}
        />
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">Posting windows, in hours of the day (UTC)</legend>
          {windows.map((window, index) => (
            <WindowRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a window has no other name that stays while it is edited
              key={index}
              window={window}
              onChange={(change) => changeWindow(index, change)}
              onRemove={windows.length > 1 ? () => setWindows(windows.filter((_, at) => at !== index)) : undefined}
            />
          ))}
          {windows.length < 8 && (
            <SmallButton className="justify-self-start" onClick={() => setWindows([...windows, newWindow])}>
              Add a window
            </SmallButton>
          )}
        </fieldset>
        <Buttons>
          <Button type="submit" variant="soft" busy={save.isPending} busyLabel="Saving…">
            Save the settings
          </Button>
        </Buttons>
      </form>
      {asking && (
        <ReasonDialog
          title={asking === 'stop' ? 'Stop all posting' : 'Switch posting on'}
          does={asking === 'stop' ? 'Stop it' : 'Switch it on'}
          doing="One moment…"
          act={(reason) =>
            call('PATCH /api/admin/ad-automation', { body: { autoPostEnabled: asking === 'start', reason } })
          }
          onDone={() => toast({ title: asking === 'stop' ? 'Nothing is posted any more' : 'Posting is on' })}
          onClose={() => setAsking(null)}
        >
          <p>
            {asking === 'stop'
              ? 'Nothing goes out until it is switched on again, not by hand either.'
              : 'Posts go out by themselves, within the rules.'}
          </p>
        </ReasonDialog>
      )}
    </Panel>
  );
}

function WindowRow({
  window: { name, fromHour, toHour },
  onChange,
  onRemove,
}: {
  window: PostingWindow;
  onChange: (change: Partial<PostingWindow>) => void;
  onRemove: (() => void) | undefined;
}) {
  const id = useId();
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
      <Field
        id={id}
        label="Name"
        maxLength={40}
        value={name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Field
        label="From"
        type="number"
        min={0}
        max={23}
        value={fromHour}
        onChange={(event) => onChange({ fromHour: event.target.valueAsNumber || 0 })}
      />
      <Field
        label="To"
        type="number"
        min={0}
        max={24}
        value={toHour}
        onChange={(event) => onChange({ toHour: event.target.valueAsNumber || 0 })}
      />
      {onRemove && (
        <SmallButton onClick={onRemove}>
          Remove<span className="sr-only"> {name}</span>
        </SmallButton>
      )}
    </div>
  );
}
