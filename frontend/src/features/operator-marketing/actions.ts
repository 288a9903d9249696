import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Reply } from '../../lib/api/client.ts';
import { useAct } from '../../operator/live.ts';
import { automationQuery } from '../../operator/queries.ts';
import { toastError, toastOutcome } from '../../operator/toasts.ts';
import { toast } from '../../ui/toast.ts';

export type Action = 'adPost' | 'preview' | 'googleAds' | 'dailyPost' | 'refresh';
export type Preview = Reply<'GET /api/preview-next-ad'>['preview'];

/** The duration of the toast with a preview, which takes longer to read (spec 2 §9). */
const previewMs = 8_000;

export interface Actions {
  /** The running action. No other action starts until it has ended. */
  busy: Action | null;
  start: (action: Action) => void;
  /** The preview of the next post. Undefined before a preview is fetched; null if there is no next post. */
  preview: Preview | undefined;
}

/** Runs the actions of the marketing page, one at a time. Toasts show the outcomes (spec 2 §8). */
export function useActions(): Actions {
  const client = useQueryClient();
  const [preview, setPreview] = useState<Preview>();
  const isDry = () => client.getQueryData(automationQuery.queryKey)?.dryRun === true;
  const done = (what: string) => (isDry() ? 'Dry run: nothing was posted' : what);
  const acts: Record<Action, () => Promise<void>> = {
    async adPost() {
      toastOutcome(await call('POST /api/safe-ad-post'), done('Ad posted successfully'), 'Ad post failed');
      setPreview(undefined);
    },
    async preview() {
      const { preview: next } = await call('GET /api/preview-next-ad');
      setPreview(next);
      toast({
        title: 'Next ad preview',
        description: next ? `${next.theme}: ${next.message}` : 'No ad in the pool is ready to post.',
        durationMs: previewMs,
      });
    },
    async dailyPost() {
      toastOutcome(await call('POST /api/x-ads/daily-post'), done('Daily post sent'), 'Daily post failed');
    },
    async googleAds() {
      const { success, message } = await call('POST /api/google-ads/initialize-robinhood');
      toastOutcome(
        { success, message: message || 'Campaign initialized successfully' },
        'Google Ads campaign',
        'Google Ads campaign',
      );
    },
    async refresh() {
      client.setQueryData(automationQuery.queryKey, await call('GET /api/ad-automation-status'));
    },
  };
  const acting = useAct((action: Action) => acts[action](), { onFailed: toastError });
  return { busy: acting.isPending ? acting.variables : null, start: acting.start, preview };
}
