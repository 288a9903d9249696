import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { usePageHeading } from '../ui/layout.tsx';
import { listNeeds } from './needs.ts';
import { PageDialog } from './page-dialog.ts';
import { dashboardQuery } from './queries.ts';
import { sessionQuery } from './session.ts';
import { useFocusRecovery } from './use-focus-recovery.ts';

/**
 * Lays out a page for operators, more densely than a customer's page.
 * `aside` is beside the heading. For a signed-in operator, the document's title shows the sum of the counts in
 * `listNeeds`.
 */
export function OperatorPage({
  title,
  lead,
  aside,
  children,
}: {
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  // This component only reads the cached dashboard, which the menu fetches. The page of an invited operator must not
  // fetch the dashboard.
  const { data: dashboard } = useQuery({ ...dashboardQuery, enabled: false });
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const waiting = session ? listNeeds(dashboard).reduce((sum, { count }) => sum + count, 0) : 0;
  const heading = usePageHeading(title, waiting);
  const [dialog, showDialog] = useState<ReactNode>(null);
  const page = useRef<HTMLDivElement>(null);
  useFocusRecovery(page);
  return (
    <div ref={page} className="grid min-w-0 content-start gap-6 py-6 lg:py-8">
      <PageDialog value={showDialog}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="grid min-w-0 gap-1">
            <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none wrap-break-word">
              {title}
            </h1>
            {lead && <div className="max-w-[70ch] text-ink-2">{lead}</div>}
          </div>
          {aside}
        </div>
        {children}
        {dialog}
      </PageDialog>
    </div>
  );
}
