import { pages } from '@xrp-bridge/contracts/pages';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CampaignsTab } from './campaigns-tab.tsx';
import { DashboardTab } from './dashboard-tab.tsx';
import { RevenueTab } from './revenue-tab.tsx';
import { TextsTab } from './texts-tab.tsx';

/** Shows the dashboard, campaigns, texts and revenue, each in its own tab. */
export function AdminPage() {
  return (
    <OperatorPage title={pages.admin.title}>
      <Tabs
        label="Dashboard"
        folds
        tabs={[
          { id: 'dashboard', name: 'Dashboard', content: <DashboardTab /> },
          { id: 'campaigns', name: 'Campaigns', content: <CampaignsTab /> },
          { id: 'marketing', name: 'Marketing', content: <TextsTab /> },
          { id: 'revenue', name: 'Revenue', content: <RevenueTab /> },
        ]}
      />
    </OperatorPage>
  );
}
