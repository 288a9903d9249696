import { pages } from '@xrp-bridge/contracts/pages';
import { useState } from 'react';
import { useFeed } from '../../operator/live.ts';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Panel, TransferLink, When } from '../../operator/parts.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Pill } from '../../ui/note.tsx';

/** Shows the live activity of the services: kinds and ids, without personal data. */
export function ActivityPage() {
  const { isLive, happened } = useFeed();
  const [source, setSource] = useState('');
  const sources = [...new Set(happened.map((each) => each.source))].sort();
  const shown = happened.filter((each) => !source || each.source === source);
  return (
    <OperatorPage
      title={pages.adminActivity.title}
      lead="Live events from our services while this tab is open. They don’t show names or addresses."
      aside={<Pill kind={isLive ? 'good' : 'warn'}>{isLive ? 'Live' : 'Not connected'}</Pill>}
    >
      <Panel
        title="Live events"
        aside={
          sources.length > 1 && (
            <SelectField small label="Service" value={source} onChange={(event) => setSource(event.target.value)}>
              <option value="">All services</option>
              {sources.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </SelectField>
          )
        }
      >
        {shown.length === 0 ? (
          <p className="text-ink-2">Nothing new since you opened this page. Events will appear here live.</p>
        ) : (
          <ol aria-label="Events, newest first" className="grid">
            {shown.map(({ id, at, type, source: service, subject }) => (
              <li
                key={id}
                className="grid items-baseline gap-x-4 border-t border-line py-1 first:border-0 sm:grid-cols-[11rem_8rem_minmax(0,1fr)]"
              >
                <span className="text-sm text-ink-2">
                  <When at={at} />
                </span>
                <span className="text-sm text-ink-2">{service}</span>
                <span className="min-w-0 wrap-anywhere">
                  <b>{type}</b> <TransferLink id={subject} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </OperatorPage>
  );
}
