import { pages } from '@xrp-bridge/contracts/pages';
import type { Reply } from '../lib/api/client.ts';

type Dashboard = Reply<'GET /api/admin/dashboard'>;

/** A kind of work that waits for an operator, with the page on which it is done. */
export interface Need {
  page: 'adminTasks' | 'adminEvents' | 'adminJobs' | 'adminProviders';
  to: string;
  count: number;
  /** The text, for example '2 failed jobs'. */
  text: string;
}

const mostNames = 2;

/** Returns the kinds of work that wait, most urgent first. */
export function listNeeds(dashboard: Dashboard | undefined): Need[] {
  if (!dashboard) return [];
  const { openTasks, deadLetters, failedJobs, failingProviders } = dashboard;
  const failing = failingProviders.length;
  // The bar is on every page, so it must stay short.
  const names = failing > mostNames ? '' : `: ${failingProviders.join(', ')}`;
  const needs: [Need['page'], number, string][] = [
    ['adminProviders', failing, `${count(failing, 'failing provider')}${names}`],
    ['adminEvents', deadLetters, count(deadLetters, 'failed event')],
    ['adminJobs', failedJobs, count(failedJobs, 'failed job')],
    ['adminTasks', openTasks ?? 0, count(openTasks ?? 0, 'open task')],
  ];
  return needs
    .filter(([, number]) => number > 0)
    .map(([page, number, text]) => ({ page, to: pages[page].path, count: number, text }));
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
