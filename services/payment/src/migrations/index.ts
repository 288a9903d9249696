import type { Migrations } from '@xrp-bridge/runtime';
import * as payments from './0001-payments.ts';
import * as accounting from './0002-accounting.ts';
import * as ordersAndTasks from './0003-orders-and-tasks.ts';
import * as figures from './0004-figures.ts';
import * as taskTakenOver from './0005-task-taken-over.ts';
import * as conciergeAndSubscriptions from './0006-concierge-and-subscriptions.ts';
import * as search from './0007-search.ts';
import * as tasksInOrder from './0008-tasks-in-order.ts';
import * as webhooksSearched from './0009-webhooks-searched.ts';
import * as subscriptionEndWanted from './0010-subscription-end-wanted.ts';
import * as taskSettles from './0011-task-settles.ts';

export const migrations: Migrations = {
  '0001_payments': payments,
  '0002_accounting': accounting,
  '0003_orders_and_tasks': ordersAndTasks,
  '0004_figures': figures,
  '0005_task_taken_over': taskTakenOver,
  '0006_concierge_and_subscriptions': conciergeAndSubscriptions,
  '0007_search': search,
  '0008_tasks_in_order': tasksInOrder,
  '0009_webhooks_searched': webhooksSearched,
  '0010_subscription_end_wanted': subscriptionEndWanted,
  '0011_task_settles': taskSettles,
};
