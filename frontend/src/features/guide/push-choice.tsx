import { useMutation } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { describe } from '../../lib/api/client.ts';
import { defineStored, parseFlag } from '../../lib/storage.ts';
import { TextButton } from '../../ui/button.tsx';
import { useBrowserState } from '../../ui/use-browser-state.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { canPush, subscribe, unsubscribe } from './push.ts';

/** True if push messages about the arrival of this transfer's XRP are turned on in this browser. */
const pushOn = defineStored('push', parseFlag, false);

type Answer = 'on' | 'off' | 'refused';

/** Offers a push message on this device when the XRP arrives. Shown while the ledger is watched. */
export function PushChoice({ transfer: { id, mine, watch } }: { transfer: Transfer }) {
  const hydrated = useHydrated();
  const [answer, setAnswer] = useBrowserState<Answer>(() => (pushOn.get(id) ? 'on' : 'off'), 'off');
  const choose = useMutation({
    mutationFn: async (): Promise<Answer> => {
      if (answer !== 'on') return (await subscribe(id)) ? 'on' : 'refused';
      await unsubscribe(id);
      return 'off';
    },
    onSuccess(chosen) {
      pushOn.set(chosen === 'on', id);
      setAnswer(chosen);
    },
  });
  if (!mine || watch?.state !== 'watching' || !(hydrated && (canPush() || answer === 'refused'))) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p role="status" className="text-ink-2 empty:hidden">
        {answer === 'on' && 'This device will tell you when your XRP arrives.'}
        {answer === 'refused' && 'Your browser is blocking our alerts. You can allow them in its settings.'}
      </p>
      {answer !== 'refused' && (
        <TextButton className="gap-2" disabled={choose.isPending} onClick={() => choose.mutate()}>
          {answer === 'off' && <Bell aria-hidden className="size-4.5" />}
          {answer === 'on' ? 'Turn this alert off' : 'Alert me on this device'}
        </TextButton>
      )}
      {choose.isError && (
        <p role="alert" className="text-bad">
          {describe(choose.error, 'That didn’t work on this device. You can leave this page open instead.')}
        </p>
      )}
    </div>
  );
}
