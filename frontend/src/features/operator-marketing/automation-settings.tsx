import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fieldMessage, type Reply } from '../../lib/api/client.ts';
import { formatClock } from '../../lib/times.ts';
import { ReasonButton, ReasonDialog } from '../../operator/act-button.tsx';
import { useAct } from '../../operator/live.ts';
import { NotDone } from '../../operator/not-done.tsx';
import { useDialog } from '../../operator/page-dialog.ts';
import { Panel } from '../../operator/parts.tsx';
import { automationQuery } from '../../operator/queries.ts';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError } from '../../operator/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { toast } from '../../ui/toast.ts';

type Status = Reply<'GET /api/ad-automation-status'>;

/** The settings as typed: texts that are not parsed as numbers yet. */
interface Draft {
  dailyCap: string;
  windows: readonly DraftWindow[];
}
type DraftWindow = Record<keyof Status['windows'][number], string>;

const newWindow: DraftWindow = { name: 'another', fromHour: '9', toHour: '17' };
/** The maximum number of windows that the server accepts. */
const mostWindows = 8;

function draftOf({ dailyCap, windows }: Status): Draft {
  return {
    dailyCap: String(dailyCap),
    windows: windows.map(({ name, fromHour, toHour }) => ({
      name,
      fromHour: String(fromHour),
      toHour: String(toHour),
    })),
  };
}

/** Parses a typed hour. Returns NaN for an empty text, which must not mean midnight. */
const hourOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** Shows the settings of posting, with the kill switch first. */
export function AutomationSettings({ status }: { status: Status }) {
  const client = useQueryClient();
  const showDialog = useDialog();
  // The settings as typed. While nothing is typed, the form shows changes by other operators.
  const [typed, setTyped] = useState<Draft | null>(null);
  const { dailyCap, windows } = typed ?? draftOf(status);
  const change = (part: Partial<Draft>) => setTyped({ dailyCap, windows, ...part });
  const changeWindow = (at: number, part: Partial<DraftWindow>) =>
    change({ windows: windows.map((window, index) => (index === at ? { ...window, ...part } : window)) });
  const showSaved = (next: Status) => {
    client.setQueryData(automationQuery.queryKey, next);
    toast({ title: 'Settings saved' });
  };
  const save = useAct(
    () =>
      call('PATCH /api/admin/ad-automation', {
        body: {
          dailyCap: Number(dailyCap),
          windows: windows.map(({ name, fromHour, toHour }) => ({
            name,
            fromHour: hourOf(fromHour),
            toHour: hourOf(toHour),
          })),
        },
      }),
    {
      onDone: (next) => {
        showSaved(next);
        setTyped(null);
      },
    },
  );
  const removeWindow = (at: number) => {
    change({ windows: windows.filter((_, index) => index !== at) });
    // The error is removed with its window, so that it does not appear at the window that moves up.
    save.reset();
  };
  // Stopping takes effect at once. The operator can give the reason afterwards.
  const stop = useAct(() => call('PATCH /api/admin/ad-automation', { body: { autoPostEnabled: false } }), {
    onDone: (next) => {
      client.setQueryData(automationQuery.queryKey, next);
      showDialog(<WhyStopped isDry={status.dryRun} />);
    },
  });
  const dryRun = useAct((isDry: boolean) => call('PATCH /api/admin/ad-automation', { body: { dryRun: isDry } }), {
    onDone: showSaved,
    onFailed: toastError,
  });
  return (
    <Panel
      title="Settings"
      aside={
        status.autoPostEnabled ? (
          <SmallButton busy={stop.isPending} busyLabel="Stopping…" onClick={() => stop.start()}>
            Stop all posting
          </SmallButton>
        ) : (
          <ReasonButton
            label="Turn on posting"
            title="Turn on posting"
            does="Turn on posting"
            doing="One moment…"
            act={(reason) => call('PATCH /api/admin/ad-automation', { body: { autoPostEnabled: true, reason } })}
            onDone={() => toast({ title: 'Posting is on' })}
          >
            <p>Ads will go out on their own during posting hours.</p>
          </ReasonButton>
        )
      }
    >
      <NotDone title="We couldn’t stop posting" error={status.autoPostEnabled ? stop.error : null} />
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.start();
        }}
      >
        <NotDone title="We couldn’t save the settings" error={save.error} />
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={status.dryRun}
            onChange={(event) => dryRun.start(event.target.checked)}
            className="size-6 accent-water"
          />
          Dry run (nothing is posted)
        </label>
        <Field
          label="Maximum posts per day"
          hint="Ads are always at least 24 hours apart. Test posts count toward this limit."
          type="number"
          inputMode="numeric"
          min={1}
          max={24}
          className="max-w-60"
          value={dailyCap}
          onChange={(event) => change({ dailyCap: event.target.value })}
        />
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">Posting hours (UTC)</legend>
          {windows.map((window, index) => (
            <WindowRow
              // biome-ignore lint/suspicious/noArrayIndexKey: windows have no other stable key
              key={index}
              window={window}
              isWrong={(field) => fieldMessage(save.error, `windows.${index}.${field}`) !== undefined}
              onChange={(part) => changeWindow(index, part)}
              onRemove={windows.length > 1 ? () => removeWindow(index) : undefined}
            />
          ))}
          {windows.length < mostWindows && (
            <SmallButton className="justify-self-start" onClick={() => change({ windows: [...windows, newWindow] })}>
              Add hours
            </SmallButton>
          )}
        </fieldset>
        <Buttons>
          <Button type="submit" variant="soft" busy={save.isPending} busyLabel="Saving…">
            Save settings
          </Button>
        </Buttons>
      </form>
    </Panel>
  );
}

function WhyStopped({ isDry }: { isDry: boolean }) {
  return (
    <ReasonDialog
      title="Auto-posting is off"
      does="Save reason"
      doing="Saving…"
      otherwise="Not now"
      act={(reason) => call('PATCH /api/admin/ad-automation', { body: { autoPostEnabled: false, reason } })}
      onDone={() => toast({ title: 'Reason saved' })}
    >
      <p>No ads will go out until you turn posting back on. No one can post an ad manually either.</p>
      {!isDry && <p>You can still post from the X test page.</p>}
    </ReasonDialog>
  );
}

/** Formats the hours of a window in the device's time zone; null for invalid hours. */
function formatHours({ fromHour, toHour }: DraftWindow): string | null {
  if (!fromHour || !toHour) return null;
  const hours = [fromHour, toHour].map(Number);
  if (hours.some((hour) => !Number.isInteger(hour) || hour < 0 || hour > 24)) return null;
  const here = hours.map((hour) => {
    const at = new Date();
    at.setUTCHours(hour, 0, 0, 0);
    return formatClock(at.toISOString());
  });
  const inUtc = hours.map((hour) => `${String(hour).padStart(2, '0')}:00`);
  return `That’s ${here.join(' to ')} your time, or ${inUtc.join(' to ')} UTC.`;
}

function WindowRow({
  window,
  isWrong,
  onChange,
  onRemove,
}: {
  window: DraftWindow;
  /** Returns true if the server refused the value of a field. */
  isWrong: (field: keyof DraftWindow) => boolean;
  onChange: (part: Partial<DraftWindow>) => void;
  onRemove: (() => void) | undefined;
}) {
  const { name, fromHour, toHour } = window;
  const hours = formatHours(window);
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
      <Field
        label="Name"
        className="max-sm:col-span-2"
        maxLength={40}
        aria-invalid={isWrong('name')}
        value={name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Field
        label="From"
        type="number"
        min={0}
        max={23}
        aria-invalid={isWrong('fromHour')}
        value={fromHour}
        onChange={(event) => onChange({ fromHour: event.target.value })}
      />
      <Field
        label="To"
        type="number"
        min={0}
        max={24}
        aria-invalid={isWrong('toHour')}
        value={toHour}
        onChange={(event) => onChange({ toHour: event.target.value })}
      />
      {onRemove && (
        <SmallButton className="max-sm:col-span-2 sm:mb-2.5" onClick={onRemove}>
          Remove<span className="sr-only"> {name}</span>
        </SmallButton>
      )}
      {hours && <p className="col-span-full text-sm text-ink-2 tabular">{hours}</p>}
    </div>
  );
}
