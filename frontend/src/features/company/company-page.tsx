import { useQuery } from '@tanstack/react-query';
import { pages } from '@xrp-bridge/contracts/pages';
import { type ReactNode, useId } from 'react';
import { type Config, configQuery } from '../../lib/api/config.ts';
import { Page } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton, StateCard } from '../../ui/state.tsx';
import { SupportLine } from '../../ui/support-line.tsx';

type Name = 'about' | 'privacy' | 'terms' | 'refunds';

/** If any of these settings is missing, the pages are only a sample. */
const settings = { legalName: 'Legal name', postalAddress: 'Postal address', jurisdiction: 'Jurisdiction' } as const;

/**
 * Shows a page about the company: a note if the page is a sample, the content, and the contact. The
 * footer links to the other pages.
 */
export function CompanyPage({
  name,
  lead,
  children,
}: {
  name: Name;
  lead: ReactNode;
  children: (config: Config) => ReactNode;
}) {
  const { data: config, isError } = useQuery(configQuery);
  return (
    <Page title={pages[name].title} lead={lead} narrow>
      {!config && (isError ? <NotLoaded /> : <Skeleton className="h-96" />)}
      {config && (
        <>
          <SampleNote company={config.company} />
          {children(config)}
          <Part title="Questions?">
            <p>
              <SupportLine support={config.support} />
            </p>
          </Part>
        </>
      )}
    </Page>
  );
}

function NotLoaded() {
  return (
    <StateCard title="We couldn’t load this page">
      <p role="alert">Check your internet connection. Then reload the page.</p>
    </StateCard>
  );
}

function SampleNote({ company }: { company: Config['company'] }) {
  const missing = (['legalName', 'postalAddress', 'jurisdiction'] as const).filter((fact) => !company[fact]);
  if (missing.length === 0) return null;
  return (
    <Note kind="warn" title="This page is a sample">
      <p>It isn’t complete yet. The owner of this site still has to fill in:</p>
      <Points points={missing.map((fact) => settings[fact])} />
    </Note>
  );
}

/** Lists statements. Promises are in a `CheckList` instead. */
export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="ml-5 grid list-disc gap-1 wrap-anywhere">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

/** Shows a titled section of a page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
