import { type Briefing, BriefingRequested } from '@xrp-bridge/contracts/briefing';
import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { digestAlert, systemAlert, weeklyAlert } from '../domain/briefing.ts';
import type { SystemFacts } from '../domain/operator-alert.ts';
import { deleteOtherChoices, listAlertFacts } from '../operator-alert-store.ts';
import { countTasksByKind, countTasksSince } from '../task-store.ts';
import { planAlert } from './operator-alerts.ts';

/** Requests a briefing from the edge service, which calls `brief`. */
export const RequestBriefing = defineJob('request-briefing', {
  data: z.object({}),
  attempts: 1,
  backoffMs: 1_000,
  timeoutMs: 60_000,
});

const weekMs = 7 * 86_400_000;
/** Kinds of tasks that are opened because something failed. */
const failures = ['refund_failed', 'not_released', 'accounting_alarm'];

export async function requestBriefing({ transact, emit }: Context): Promise<void> {
  await transact(async (tx) => emit(tx, BriefingRequested, 'operators', {}));
}

/**
 * Plans the alerts that are due.
 * The id of an alert contains its hour or day, so that the alert is sent once.
 */
export async function brief(context: Context, briefing: Briefing): Promise<void> {
  const { transact, clock, settings } = context;
  const zone = settings.OPERATOR_TIME_ZONE;
  const now = clock();
  const weekAgo = new Date(now.getTime() - weekMs);
  await transact(async (tx) => {
    await deleteOtherChoices(tx, briefing.operators);
    const [last = null] = await listAlertFacts<SystemFacts>(tx, 'system', { limit: 1 });
    const tasks = await countTasksByKind(tx);
    const alerts = [systemAlert(briefing, last, now), digestAlert(briefing, tasks, now, zone)];
    for (const alert of alerts) if (alert) await planAlert(context, tx, alert);
    const week = {
      system: await listAlertFacts<SystemFacts>(tx, 'system', { since: weekAgo }),
      failures: await countTasksSince(tx, failures, weekAgo),
      tasks,
    };
    const weekly = weeklyAlert(briefing, week, now, zone);
    if (weekly) await planAlert(context, tx, weekly);
  });
}
