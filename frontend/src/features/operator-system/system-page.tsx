import { pages } from '@xrp-bridge/contracts/pages';
import { queryOf } from '../../lib/api/client.ts';
import { Away } from '../../operator/away.tsx';
import { useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Facts, Panel } from '../../operator/parts.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Note, Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { type Instance, listProblems, listRows, listVersions } from './measures.ts';

/** Shows what runs: the numbers of each service, what is wrong with them, and the versions. */
export function SystemPage() {
  const query = useLive(queryOf('GET /api/admin/system'));
  const { instances, away } = query.data ?? {};
  const versions = instances && listVersions(instances);
  const isMixed = new Set(versions?.map(({ text }) => text)).size > 1;
  return (
    <OperatorPage title={pages.adminSystem.title} lead="What runs right now">
      <NotRead title="We couldn’t load the system" query={query} />
      <Away services={away} />
      {instances && !query.isError && <Problems instances={instances} isComplete={away?.length === 0} />}
      {!query.isError && (
        <Panel title="Numbers">{instances ? <Numbers instances={instances} /> : <Skeleton className="h-96" />}</Panel>
      )}
      {!query.isError && (
        <Panel title="Version" className="max-w-2xl" aside={isMixed && <Pill kind="warn">Different versions</Pill>}>
          {query.isPending && <Skeleton className="h-40" />}
          {isMixed && (
            <p>
              During an update, this is normal for a few minutes. If it stays, restart the services with an old version.
            </p>
          )}
          {versions && <Facts facts={versions.map(({ service, text }) => [service, text, `${service} ${text}`])} />}
        </Panel>
      )}
    </OperatorPage>
  );
}

function Problems({ instances, isComplete }: { instances: readonly Instance[]; isComplete: boolean }) {
  const problems = listProblems(instances);
  if (problems.length === 0) return isComplete ? <Note kind="good" title="Everything looks good" live /> : null;
  return (
    <Note kind="bad" title={problems.length === 1 ? '1 thing is wrong' : `${problems.length} things are wrong`} live>
      <ul className="grid gap-2">
        {problems.map(({ text, to, link }) => (
          <li key={text} className="wrap-break-word">
            {text} <TextLink to={to}>{link}</TextLink>
          </li>
        ))}
      </ul>
    </Note>
  );
}

function Numbers({ instances }: { instances: readonly Instance[] }) {
  return (
    <table className="w-full text-left text-sm tabular">
      <caption className="sr-only">Numbers of each service</caption>
      <thead>
        <tr>
          <th scope="col" className="w-2/5 py-1.5 pr-3 font-semibold md:w-1/4">
            What
          </th>
          <th scope="col" className="py-1.5 font-semibold">
            In each service
          </th>
        </tr>
      </thead>
      <tbody>
        {listRows(instances).map(({ label, values }) => (
          <tr key={label} className="border-t border-line align-baseline">
            <th scope="row" className="py-1.5 pr-3 font-normal wrap-anywhere">
              {label}
            </th>
            <td className="py-1.5">
              <ul className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                {values.map(({ service, text, isWrong }) => (
                  <li key={`${service} ${text}`} className="min-w-0 wrap-anywhere">
                    {isWrong ? (
                      <Pill kind="bad">
                        {service} {text}
                      </Pill>
                    ) : (
                      <>
                        <span className="text-ink-2">{service}</span> {text}
                      </>
                    )}
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
