import { pages } from '@xrp-bridge/contracts/pages';
import { queryOf } from '../../lib/api/client.ts';
import { describeToOperator } from '../../operator/describe.ts';
import { useLive } from '../../operator/live.ts';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Facts, Panel } from '../../operator/parts.tsx';
import { SmallButton } from '../../operator/small-button.tsx';
import { Note, Pill } from '../../ui/note.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Skeleton } from '../../ui/state.tsx';

/** Shows the newsletters as subscribers receive them, and the number of subscribers. */
export function NewslettersPage() {
  const { data, error } = useLive(queryOf('GET /api/admin/newsletters'));
  return (
    <OperatorPage
      title={pages.adminNewsletters.title}
      lead="Previews of what subscribers get. The links in them don’t work."
    >
      {error && (
        <Note kind="warn" title="We couldn’t load the newsletters" live>
          <p>{describeToOperator(error)}</p>
        </Note>
      )}
      {!data && !error && <Skeleton className="h-60" />}
      {data && (
        <Panel title="Subscribers">
          <Facts
            facts={[
              ['Market analysis', data.subscribers.market],
              ['Alerts', data.subscribers.alerts],
              ['Signals', data.subscribers.signals],
              ['Bounced', data.subscribers.bounced],
            ]}
          />
        </Panel>
      )}
      {data?.previews.map(({ template, sample, subject, text, html }) => (
        <Panel
          key={template}
          title={subject}
          aside={
            <SmallButton onClick={() => saveFile(`${template}.html`, new Blob([html], { type: 'text/html' }))}>
              Save as HTML
            </SmallButton>
          }
        >
          {sample && (
            <p>
              <Pill kind="warn">Sample</Pill>
            </p>
          )}
          <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
        </Panel>
      ))}
    </OperatorPage>
  );
}
