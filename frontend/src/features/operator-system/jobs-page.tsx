import { describeJob } from '@xrp-bridge/contracts/job-words';
import { pages } from '@xrp-bridge/contracts/pages';
import { formatWord } from '@xrp-bridge/contracts/words';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';
import { ReasonButton } from '../../operator/act-button.tsx';
import { Away } from '../../operator/away.tsx';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { useAct, useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Facts, Id, Panel, When } from '../../operator/parts.tsx';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError } from '../../operator/toasts.ts';
import { useList } from '../../operator/use-list.ts';
import { Row as Beside } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';

type Failed = Reply<'GET /api/admin/jobs'>['failed'][number];
type Schedule = Reply<'GET /api/admin/schedules'>['schedules'][number];

const columns: readonly Column<Failed>[] = [
  { name: 'Failed', sort: 'failedAt', show: ({ failedAt }) => <When at={failedAt} />, save: (row) => row.failedAt },
  { name: 'Service', show: ({ service }) => service, save: ({ service }) => service },
  { name: 'Job', isWritten: true, show: ({ id }) => <JobName id={id} />, save: ({ id }) => id },
  { name: 'What went wrong', isWritten: true, show: ({ reason }) => reason, save: ({ reason }) => reason },
  { name: 'Attempts', isNumber: true, show: ({ attempts }) => attempts, save: ({ attempts }) => attempts },
  { name: 'Actions', show: (job) => <Retry job={job} /> },
];

function JobName({ id }: { id: string }) {
  const words = describeJob(id);
  return (
    <>
      <Id>{id}</Id>
      {words && <span className="block text-ink-2">{words}</span>}
    </>
  );
}

/** Shows the schedules, the queues, and the jobs whose attempts have all failed. */
export function JobsPage() {
  const list = useList({
    sorts: ['-failedAt', 'failedAt'],
    read: (query) => queryOf('GET /api/admin/jobs', { query }),
    rowsOf: ({ failed }) => failed,
  });
  return (
    <OperatorPage title={pages.adminJobs.title} lead="Scheduled work and failed jobs">
      <DataTable
        title="Failed jobs"
        file="failed-jobs"
        list={list}
        columns={columns}
        find="Search by service, job, or text"
        empty="No failed jobs."
      />
      <Queues />
      <Schedules />
    </OperatorPage>
  );
}

function Retry({ job: { service, id } }: { job: Failed }) {
  const retry = useAct(() => call('POST /api/admin/jobs/{service}/{id}/retry', { params: { service, id } }), {
    onDone: ({ success }) =>
      toast(
        success
          ? { title: 'The job is running again' }
          : { title: 'We couldn’t retry the job', variant: 'destructive' },
      ),
    onFailed: toastError,
  });
  return (
    <SmallButton busy={retry.isPending} busyLabel="Trying again…" onClick={() => retry.start()}>
      Try again<span className="sr-only"> {id}</span>
    </SmallButton>
  );
}

function Queues() {
  const query = useLive(queryOf('GET /api/admin/jobs', { query: { limit: 1 } }));
  return (
    <Panel title="Queues">
      <NotRead title="We couldn’t load the queues" query={query} />
      <Away services={query.data?.away} />
      {query.isPending && <Skeleton className="h-32" />}
      <p className="text-ink-2">“Completed” counts about the last hour.</p>
      <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
        {query.data?.queues.map(({ service, counts }) => (
          <div key={service} className="grid content-start gap-2">
            <h3 className="text-base">{service}</h3>
            <Facts facts={Object.entries(counts).map(([state, count]) => [formatWord(state), count])} />
          </div>
        ))}
      </div>
    </Panel>
  );
}

function Schedules() {
  const query = useLive(queryOf('GET /api/admin/schedules'));
  return (
    <Panel title="Schedules">
      <NotRead title="We couldn’t load the schedules" query={query} />
      <Away services={query.data?.away} />
      {query.isPending && <Skeleton className="h-44" />}
      <ul className="grid">
        {query.data?.schedules.map((schedule) => (
          <ScheduleRow key={`${schedule.service} ${schedule.name}`} schedule={schedule} />
        ))}
      </ul>
    </Panel>
  );
}

function ScheduleRow({ schedule }: { schedule: Schedule }) {
  const { service, name, rhythm, nextAt, lastRanAt, paused } = schedule;
  const words = formatWord(name);
  const about = describeJob(name);
  const change = (act: 'run' | 'pause' | 'resume', reason?: string) =>
    call('POST /api/admin/schedules/{service}/{name}/{act}', {
      params: { service, name, act },
      body: reason ? { reason } : {},
    });
  const run = useAct(() => change('run'), {
    onDone: () => toast({ title: 'Running now', description: words }),
    onFailed: toastError,
  });
  const resume = useAct(() => change('resume'), {
    onDone: () => toast({ title: 'Resumed', description: words }),
    onFailed: toastError,
  });
  return (
    <li className="grid items-center gap-x-4 gap-y-2 border-t border-line py-2.5 first:border-0 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {words} {paused && <Pill kind="warn">Paused</Pill>}
        </p>
        {about && <p>{about}</p>}
        <p className="text-sm text-ink-2">
          {service}, {rhythm}
        </p>
      </div>
      <p className="text-sm text-ink-2">
        Last run <When at={lastRanAt} />
        <br />
        Next run <When at={nextAt} never={paused ? 'when you resume it' : 'not set'} />
      </p>
      <Beside>
        <SmallButton busy={run.isPending} busyLabel="Starting…" onClick={() => run.start()}>
          Run now<span className="sr-only"> {words}</span>
        </SmallButton>
        {paused ? (
          <SmallButton busy={resume.isPending} busyLabel="One moment…" onClick={() => resume.start()}>
            Resume<span className="sr-only"> {words}</span>
          </SmallButton>
        ) : (
          <ReasonButton
            label="Pause"
            what={words}
            title={`Pause: ${words}`}
            does="Pause schedule"
            doing="Pausing…"
            act={(reason) => change('pause', reason)}
            onDone={() => toast({ title: 'Paused', description: words })}
          >
            <p>This job won’t run on schedule until you resume it.</p>
          </ReasonButton>
        )}
      </Beside>
    </li>
  );
}
