import { pages } from '@xrp-bridge/contracts/pages';
import { queryOf } from '../../lib/api/client.ts';
import { Away } from '../../operator/away.tsx';
import { useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Facts, Panel } from '../../operator/parts.tsx';
import { Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';

const shownDigits = 7;

/** Shows what runs: the version of each service. */
export function SystemPage() {
  const query = useLive(queryOf('GET /api/admin/system'));
  const versions = query.data?.instances.map(({ service, version, commit }) => ({
    service,
    text: commit ? `${version} (${commit.slice(0, shownDigits)})` : version,
  }));
  const isMixed = new Set(versions?.map(({ text }) => text)).size > 1;
  return (
    <OperatorPage title={pages.adminSystem.title} lead="What runs right now">
      <Panel title="Version" className="max-w-2xl" aside={isMixed && <Pill kind="warn">Different versions</Pill>}>
        <NotRead title="We couldn’t load the versions" query={query} />
        {query.isPending && <Skeleton className="h-40" />}
        <Away services={query.data?.away} />
        {isMixed && (
          <p>
            During an update, this is normal for a few minutes. If it stays, restart the services with an old version.
          </p>
        )}
        {versions && <Facts facts={versions.map(({ service, text }) => [service, text])} />}
      </Panel>
    </OperatorPage>
  );
}
