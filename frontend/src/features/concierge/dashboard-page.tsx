import { pages } from '@xrp-bridge/contracts/pages';
import { OwnersOnly } from '../../shared/concierge/owners-only.tsx';
import { paths } from '../../shared/paths.ts';
import { TextLink } from '../../shared/ui/button.tsx';
import { Page } from '../../shared/ui/layout.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { AnalysisTab } from './analysis-tab.tsx';
import { ChartsTab } from './charts-tab.tsx';
import { MarketTab } from './market-tab.tsx';
import { PortfolioTab } from './portfolio-tab.tsx';

const { title } = pages.conciergeDashboard;

/** The market and one's own coins, one view at a time; each figure with its source and age. */
export function DashboardPage() {
  return (
    <OwnersOnly title={title}>
      <Page title={title} lead={<p>What the market has done, and what you hold. Nothing here is a forecast.</p>}>
        <Tabs
          label="Views of the dashboard"
          tabs={[
            { id: 'market', name: 'Market', content: <MarketTab /> },
            { id: 'charts', name: 'Charts', content: <ChartsTab /> },
            { id: 'analysis', name: 'What has happened', content: <AnalysisTab /> },
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
