import { Download } from 'lucide-react';
import { type ReactNode, Suspense, useId } from 'react';
import { Button } from '../ui/button.tsx';
import { later } from '../ui/later.ts';
import { Row as Beside, Card } from '../ui/layout.tsx';
import { Skeleton } from '../ui/state.tsx';
import { toast } from '../ui/toast.ts';
import { Away } from './away.tsx';
import type { Column } from './column.ts';
import { saveCsv, toCsv } from './csv.ts';
import { describeToOperator } from './describe.ts';
import { useAct } from './live.ts';
import { NotRead } from './not-read.tsx';
import { SearchForm } from './search-form.tsx';
import { SmallButton } from './small-button.tsx';
import { TableRows } from './table-rows.tsx';
import { type List, mostSaved } from './use-list.ts';
import { useListView } from './use-list-view.ts';

const ViewMenu = later(async () => (await import('./view-menu.tsx')).ViewMenu);

/**
 * Shows a list that the server searches, sorts and pages.
 * The operator's choice of columns and density is stored on this device.
 */
export function DataTable<Row extends { id: string }>({
  title,
  file,
  list,
  columns,
  find,
  filter,
  empty,
  children,
}: {
  title: string;
  /** The name of the CSV file. Without a name, the list cannot be downloaded. */
  file?: string;
  list: List<Row>;
  columns: readonly Column<Row>[];
  /**
   * Names the values that the search finds, for the text beside the field.
   * Without `find`, the list has no search.
   */
  find?: string;
  /** Controls that stand beside the search. */
  filter?: ReactNode;
  empty: ReactNode;
  /** Content below the title. */
  children?: ReactNode;
}) {
  const id = useId();
  const { query, rows, search, away } = list;
  const nothing = away.length > 0 ? 'The other services have no results to show.' : empty;
  const shown = columns.filter(({ show }) => show);
  const view = useListView(title);
  return (
    <Card as="section" aria-labelledby={id} className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} tabIndex={-1} className="text-lg outline-none">
          {title}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {/* The menu's place is reserved, so that its later file moves nothing. */}
          <div className="flex min-h-11 min-w-20">
            <Suspense>
              <ViewMenu columns={shown} view={view} />
            </Suspense>
          </div>
          {file && <SaveButton file={file} list={list} columns={columns} />}
        </div>
      </div>
      {children}
      {(find || filter) && (
        <div className="flex flex-wrap items-end gap-3">
          {find && <SearchForm label={find} search={search} onSearch={list.setSearch} />}
          {filter}
        </div>
      )}
      <NotRead title="We couldn’t load the list" query={query} />
      <Away services={away} />
      {query.isPending && (
        <div role="status" className="grid gap-2">
          <span className="sr-only">Loading…</span>
          {shown.map(({ name }) => (
            <Skeleton key={name} className="h-11" />
          ))}
        </div>
      )}
      {rows &&
        (rows.length === 0 ? (
          <p role="status" className="text-ink-2">
            {search ? `No results for “${search}.”` : nothing}
          </p>
        ) : (
          <TableRows
            title={title}
            rows={rows}
            columns={shown.filter(({ name }) => !view.isHidden(name))}
            list={list}
            isOld={query.isPlaceholderData}
            isCompact={view.isCompact}
          />
        ))}
      {(list.next || list.previous) && (
        <Beside className="justify-between">
          <p role="status" className="text-sm text-ink-2">
            Page {list.page}
          </p>
          <Beside>
            <Button variant="quiet" disabled={!list.previous} onClick={() => list.previous?.()}>
              Previous
            </Button>
            <Button variant="quiet" disabled={!list.next} busy={query.isPlaceholderData} onClick={() => list.next?.()}>
              Next
            </Button>
          </Beside>
        </Beside>
      )}
    </Card>
  );
}

function SaveButton<Row>({ file, list, columns }: { file: string; list: List<Row>; columns: readonly Column<Row>[] }) {
  const save = useAct(list.readAll, {
    onDone: (rows) => {
      const saved = columns.filter(({ save: write }) => write);
      saveCsv(
        file,
        toCsv(
          saved.map(({ name }) => name),
          rows.map((row) => saved.map(({ save: write }) => write?.(row))),
        ),
      );
      const count = `${rows.length.toLocaleString('en')} row${rows.length === 1 ? '' : 's'}`;
      toast({ title: 'File saved', description: rows.length < mostSaved ? count : `The first ${count}` });
    },
    onFailed: (error) =>
      toast({
        title: 'We couldn’t create the file',
        description: describeToOperator(error),
        variant: 'destructive',
      }),
  });
  return (
    <SmallButton busy={save.isPending} busyLabel="Preparing…" onClick={() => save.start()}>
      <Download aria-hidden className="size-5" />
      CSV
    </SmallButton>
  );
}
