import { pageAt, pages } from '@xrp-bridge/contracts/pages';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useLive } from '../operator/live.ts';
import { listNeeds } from '../operator/needs.ts';
import { dashboardQuery } from '../operator/queries.ts';
import { cx } from '../ui/cx.ts';
import { Pill } from '../ui/note.tsx';
import { foldedTabClass, TabFold } from '../ui/tabs.tsx';

type PageKey = keyof typeof pages;

/** Pages that share one link of the menu and are shown as tabs. Each tab has its own URL. */
interface Section {
  name: string;
  tabs: readonly [PageKey, ...PageKey[]];
}

const system: Section = {
  name: 'System',
  tabs: [
    'adminSystem',
    'adminActivity',
    'adminEvents',
    'adminJobs',
    'adminProviders',
    'adminPublishers',
    'adminWebhooks',
    'adminMaintenance',
  ],
};
const access: Section = {
  name: 'Account',
  tabs: ['adminAccount', 'adminOperators', 'adminAudit', 'adminSessions', 'getIp'],
};
const sections = [system, access];

/**
 * The menu has at most 12 links, so that it fits a window of 800 px.
 * A group of one section needs no heading.
 */
const groups: readonly { name: string; entries: readonly (PageKey | Section)[] }[] = [
  { name: 'Sales', entries: ['admin', 'adminTransfers', 'adminPayments', 'adminBypass'] },
  { name: 'Customers', entries: ['adminTasks', 'adminContacts', 'adminNewsletters'] },
  { name: 'Ads', entries: ['marketing', 'marketingPool', 'xTest'] },
  { name: system.name, entries: [system] },
  { name: access.name, entries: [access] },
];

/** Shorter names for the menu and the tabs, where a page's title is too long. */
const shortNames: Partial<Record<PageKey, string>> = {
  adminSystem: 'Overview',
  adminJobs: 'Jobs',
  adminWebhooks: 'Webhooks',
  xTest: 'X test',
  getIp: 'My IP address',
};

const ownersOnly: ReadonlySet<PageKey> = new Set(['adminOperators', 'adminBypass', 'adminMaintenance']);

export const menuLinkClass =
  'flex min-h-11 items-center gap-2 rounded-sm px-3 text-ink-2 no-underline hover:bg-sunk hover:text-ink';
const currentClass = 'bg-water-soft font-semibold text-water-deep hover:bg-water-soft';

/** Shows the operators' menu, with the number of items that wait behind each link. */
export function SideNav({ className, isOwner }: { className?: string; isOwner: boolean }) {
  const page = pageAt(useLocation().pathname);
  const countWaiting = useWaiting();
  return (
    <nav aria-label="Operators" className={cx('grid content-start gap-3 py-4', className)}>
      {groups.map(({ name, entries }) => (
        <div key={name}>
          {entries.length > 1 && <p className="px-3 text-sm font-semibold text-ink-3">{name}</p>}
          <ul>
            {entries.map((entry) => {
              if (typeof entry !== 'string') {
                const isCurrent = entry.tabs.some((tab) => pages[tab] === page);
                return (
                  <li key={entry.name}>
                    <Link
                      to={pages[entry.tabs[0]].path}
                      aria-current={isCurrent || undefined}
                      className={cx(menuLinkClass, isCurrent && currentClass)}
                    >
                      {entry.name}
                      <Waiting count={countWaiting(entry.tabs)} />
                    </Link>
                  </li>
                );
              }
              if (!isOwner && ownersOnly.has(entry)) return null;
              return (
                <li key={entry}>
                  <NavLink
                    to={pages[entry].path}
                    end={entry === 'admin' || entry === 'marketing'}
                    className={({ isActive }) => cx(menuLinkClass, isActive && currentClass)}
                  >
                    {shortNames[entry] ?? pages[entry].title}
                    <Waiting count={countWaiting([entry])} />
                  </NavLink>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Shows the tabs of the section that contains the current page. Renders nothing on other pages. */
export function SectionTabs({ isOwner }: { isOwner: boolean }) {
  const page = pageAt(useLocation().pathname);
  const countWaiting = useWaiting();
  const section = sections.find(({ tabs }) => tabs.some((tab) => pages[tab] === page));
  if (!section) return null;
  const shown = section.tabs.filter((tab) => isOwner || !ownersOnly.has(tab));
  const nameOf = (tab: PageKey) => shortNames[tab] ?? pages[tab].title;
  const current = section.tabs.find((tab) => pages[tab] === page) ?? section.tabs[0];
  return (
    <nav aria-label={section.name} className="pt-4 lg:pt-6">
      <TabFold
        label={section.name}
        current={
          <>
            {nameOf(current)}
            <Waiting count={countWaiting(shown)} />
          </>
        }
      >
        {({ id, className, close }) => (
          <ul id={id} className={className}>
            {shown.map((tab) => (
              <li key={tab} className="flex">
                <NavLink to={pages[tab].path} onClick={close} className={foldedTabClass}>
                  {nameOf(tab)}
                  <Waiting count={countWaiting([tab])} />
                </NavLink>
              </li>
            ))}
          </ul>
        )}
      </TabFold>
    </nav>
  );
}

/** Returns a function that counts the items that wait on the given pages. */
function useWaiting(): (of: readonly PageKey[]) => number {
  // The query also polls in a hidden tab, because the tab's title shows the count.
  const { data } = useLive({ ...dashboardQuery, refetchIntervalInBackground: true });
  const needs = listNeeds(data);
  return (of) => needs.reduce((sum, { page, count }) => sum + (of.includes(page) ? count : 0), 0);
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ml-auto">
      <Pill kind="warn">
        {count}
        <span className="sr-only"> waiting</span>
      </Pill>
    </span>
  );
}
