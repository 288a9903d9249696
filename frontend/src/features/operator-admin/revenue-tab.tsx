import { useState } from 'react';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';
import { newKey } from '../../lib/api/new-key.ts';
import { DialogButton } from '../../operator/act-button.tsx';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { useAct, useLive } from '../../operator/live.ts';
import { NotDone } from '../../operator/not-done.tsx';
import { NotRead } from '../../operator/not-read.tsx';
import { Panel, When } from '../../operator/parts.tsx';
import { toastError } from '../../operator/toasts.ts';
import { longestPage, useList } from '../../operator/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';
import { reinvestmentRule } from './dashboard-tab.tsx';
import { Estimates } from './estimates.tsx';
import { ReinvestDialog } from './reinvest-dialog.tsx';

type Revenue = Reply<'GET /api/admin/ad-revenue'>['revenue'][number];

/** The interval at which the revenue that is not reinvested is polled (spec 2 §9). */
const pollMs = 10_000;

const unreinvestedQuery = queryOf('GET /api/ad-revenue/unreinvested');

const states: Record<Revenue['state'], string> = {
  estimate: 'Estimate',
  confirmed: 'Confirmed',
  replaced: 'Replaced by report',
};

const columns: readonly Column<Revenue>[] = [
  // The record's id is only in the CSV file, for a comparison with the audit trail.
  { name: 'Record', save: ({ id }) => id },
  { name: 'When', sort: 'at', show: ({ at }) => <When at={at} />, save: ({ at }) => at },
  { name: 'Source', show: ({ source }) => source, save: ({ source }) => source },
  { name: 'Type', show: ({ kind }) => (kind === 'click' ? 'Click' : 'Record'), save: ({ kind }) => kind },
  {
    name: 'Network or ad',
    show: ({ adNetwork, campaignId }) => adNetwork ?? campaignId ?? '–',
    save: ({ adNetwork, campaignId }) => adNetwork ?? campaignId,
  },
  { name: 'Status', show: ({ state }) => states[state], save: ({ state }) => state },
  { name: 'Amount', isNumber: true, show: ({ amount }) => `$${amount}`, save: ({ amount }) => Number(amount) },
  {
    name: 'Reinvested',
    show: ({ state, reinvestedAt }) =>
      reinvestedAt ? <When at={reinvestedAt} /> : state === 'confirmed' ? <Pill kind="warn">Not yet</Pill> : '–',
    save: ({ reinvestedAt }) => reinvestedAt,
  },
];

/** Shows the revenue from ads: a form for a new record, estimates, and all records. */
export function RevenueTab() {
  const list = useList({
    sorts: ['-at', 'at'],
    read: (query) => queryOf('GET /api/admin/ad-revenue', { query }),
    rowsOf: ({ revenue }) => revenue,
  });
  return (
    <>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid gap-6">
          <AddRevenue />
          <Estimates />
        </div>
        <Unreinvested />
      </div>
      <DataTable
        title="All ad revenue"
        file="ad-revenue"
        list={list}
        columns={columns}
        find="Search by source, network, or ad"
        empty="No ad revenue yet."
      />
    </>
  );
}

/** `key` lets the server detect that the same record is sent again after a lost response. */
const newRecord = () => ({ source: '', amount: '', key: newKey() });

function AddRevenue() {
  const [{ source, amount, key }, setForm] = useState(newRecord);
  const change = (part: { source: string } | { amount: string }) =>
    setForm((before) => ({ ...before, ...part, key: newKey() }));
  const add = useAct(
    () => call('POST /api/ad-revenue', { body: { source: source.trim(), amount, currency: 'USD', ...key } }),
    {
      onDone: () => {
        toast({ title: 'Revenue added', description: `$${amount} from ${source.trim()}` });
        setForm(newRecord());
      },
      onFailed: toastError,
    },
  );
  return (
    <Panel title="Add ad revenue">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (source.trim() && amount) add.start();
          else toast({ title: 'Error', description: 'Please fill in all fields', variant: 'destructive' });
        }}
      >
        <NotDone title="We couldn’t add the revenue" error={add.error} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Source"
            required
            maxLength={100}
            value={source}
            onChange={(event) => change({ source: event.target.value })}
          />
          <Field
            label="Amount, in dollars"
            type="number"
            inputMode="decimal"
            required
            min={0.01}
            step="0.01"
            value={amount}
            onChange={(event) => change({ amount: event.target.value })}
          />
        </div>
        <Buttons>
          <Button type="submit" variant="soft" busy={add.isPending} busyLabel="Adding…">
            Add revenue
          </Button>
        </Buttons>
      </form>
    </Panel>
  );
}

function Unreinvested() {
  const waiting = useLive(unreinvestedQuery, pollMs);
  const { data } = waiting;
  return (
    <Panel
      title="Not reinvested yet"
      aside={data && data.revenue.length > 0 && <DialogButton label="Reinvest all" dialog={<ReinvestDialog />} />}
    >
      <p className="text-ink-2">We reinvest {reinvestmentRule}.</p>
      <NotRead title="We couldn’t load this revenue" query={waiting} />
      {waiting.isPending && <Skeleton className="h-32" />}
      {data?.revenue.length === 0 && <p className="text-ink-2">Nothing to reinvest.</p>}
      {data?.revenue.length === longestPage && (
        <p className="text-ink-2">These are the newest {longestPage}. See the full list below.</p>
      )}
      <ul className="grid max-h-96 overflow-y-auto">
        {data?.revenue.map((record) => (
          <UnreinvestedRow key={record.id} record={record} />
        ))}
      </ul>
    </Panel>
  );
}

function UnreinvestedRow({ record }: { record: Revenue }) {
  const { source, amount, at } = record;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-0">
      <span className="min-w-0 wrap-anywhere">
        <b className="tabular">${amount}</b> {source}
        <span className="block text-sm text-ink-2">
          <When at={at} />
        </span>
      </span>
      <DialogButton label="Reinvest" what={`$${amount} from ${source}`} dialog={<ReinvestDialog record={record} />} />
    </li>
  );
}
