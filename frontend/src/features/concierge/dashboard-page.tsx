import { pages } from '@xrp-bridge/contracts/pages';
import { OwnersOnly } from '../../domain/concierge/owners-only.tsx';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/button.tsx';
import { later } from '../../ui/later.ts';
import { Page } from '../../ui/layout.tsx';
import { StateCard } from '../../ui/state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AnalysisTab } from './analysis-tab.tsx';
import { MarketTab } from './market-tab.tsx';

// The charts and the portfolio are separate chunks, because they are large and most owners open only the market.
const ChartsTab = later(async () => (await import('./charts-tab.tsx')).ChartsTab, NotLoaded);
const PortfolioTab = later(async () => (await import('./portfolio-tab.tsx')).PortfolioTab, NotLoaded);

const { title } = pages.conciergeDashboard;

/** Shows the market and the owner's coins, one view at a time, with the source and age of all data. */
export function DashboardPage() {
  return (
    <OwnersOnly title={title}>
      <Page title={title} lead={<p>See what the market did and what you hold. Nothing here is a forecast.</p>}>
        <Tabs
          label="Dashboard views"
          tabs={[
            { id: 'market', name: 'Market', content: <MarketTab /> },
            { id: 'charts', name: 'Charts', content: <ChartsTab /> },
            { id: 'analysis', name: 'Market news', content: <AnalysisTab /> },
            { id: 'portfolio', name: 'Portfolio', content: <PortfolioTab /> },
          ]}
        />
        <p className="flex flex-wrap gap-x-6">
          <TextLink to={paths.concierge} className="inline-flex min-h-11 items-center">
            Back to my concierge
          </TextLink>
          <TextLink to={paths.conciergeEncryption} className="inline-flex min-h-11 items-center">
            Encryption setup guide
          </TextLink>
        </p>
      </Page>
    </OwnersOnly>
  );
}

function NotLoaded() {
  return (
    <StateCard pill="Unavailable" kind="warn" title="We couldn’t load this view">
      <p>Please check your connection and reload the page. This doesn’t affect your coins or your concierge.</p>
    </StateCard>
  );
}
