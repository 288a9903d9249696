import { useQuery } from '@tanstack/react-query';
import { pages } from '@xrp-bridge/contracts/pages';
import { queryOf } from '../../lib/api/client.ts';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Panel } from '../../operator/parts.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';

/** Shows the visitor's IP address, for an entry in the allowlist of operators. */
export function GetIpPage() {
  const { data, isPending, isError, refetch, isFetching } = useQuery(queryOf('GET /api/get-client-ip'));
  const ip = data?.ip;
  return (
    <OperatorPage title={pages.getIp.title} lead="This page doesn’t store your IP address.">
      <Panel title="Your IP address" className="max-w-2xl">
        {isPending ? (
          <div role="status">
            <span className="sr-only">Loading…</span>
            <Skeleton className="h-10 w-56" />
          </div>
        ) : ip ? (
          <p translate="no" className="font-mono text-2xl font-semibold wrap-anywhere">
            {ip}
          </p>
        ) : (
          <p role="alert" className="font-semibold text-bad">
            {isError ? 'Error detecting IP' : 'Unable to detect IP'}
          </p>
        )}
        <Buttons>
          {ip ? (
            <CopyButton text={ip} label="Copy IP address" onCopied={() => toast({ title: 'IP copied!' })} />
          ) : (
            <RetryButton isFetching={isFetching} refetch={refetch} />
          )}
        </Buttons>
        <h3 className="text-base">What to do next</h3>
        <ol className="grid list-decimal gap-1.5 pl-6">
          <li>Copy the IP address.</li>
          <li>Send it to the person who runs the server.</li>
          <li>
            They’ll add it to the list of IP addresses that can sign in:
            <code translate="no" className="block font-mono wrap-anywhere">
              OPERATOR_ALLOWED_IPS
            </code>
          </li>
        </ol>
      </Panel>
    </OperatorPage>
  );
}
