import { pages } from '@xrp-bridge/contracts/pages';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useActions } from './actions.ts';
import { AutomationTab } from './automation-tab.tsx';
import { GoogleAdsTab } from './google-ads-tab.tsx';
import { MentionsTab } from './mentions-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';

export function MarketingPage() {
  const actions = useActions();
  return (
    <OperatorPage title={pages.marketing.title}>
      <Tabs
        label="Marketing"
        folds
        tabs={[
          { id: 'safe', name: 'Safe ad automation', content: <AutomationTab actions={actions} /> },
          { id: 'google', name: 'Google Ads', content: <GoogleAdsTab actions={actions} /> },
          { id: 'mentions', name: 'Mention velocity', content: <MentionsTab /> },
          { id: 'overview', name: 'Overview', content: <OverviewTab /> },
        ]}
      />
    </OperatorPage>
  );
}
