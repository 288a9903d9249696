import { pages } from '@xrp-bridge/contracts/pages';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError, call, describe } from '../../shared/api/client.ts';
import { AreaField } from '../../shared/operator/area-field.tsx';
import { useAct } from '../../shared/operator/live.ts';
import { OperatorPage } from '../../shared/operator/operator-page.tsx';
import { paths } from '../../shared/paths.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { ErrorSummary } from '../../shared/ui/error-summary.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Buttons, Card } from '../../shared/ui/layout.tsx';
import { toast } from '../../shared/ui/toast.ts';

const field = 'bypass-transfer';
const missing = 'Please enter a transfer ID';

/** Opens a guide that was paid for another way, on an operator's word. */
export function BypassPage() {
  const go = useNavigate();
  const [params] = useSearchParams();
  const [transferId, setTransferId] = useState(params.get('transfer') ?? '');
  const [reason, setReason] = useState('');
  const [attempts, setAttempts] = useState(0);
  const [isMissing, setMissing] = useState(false);
  // The form stays until the next page is there: nothing is pressed a second time by then.
  const isLeaving = useRef(false);
  function leave(id: string) {
    isLeaving.current = true;
    void go(paths.checkout(id));
  }
  const bypass = useAct(
    (id: string) =>
      call('POST /api/admin/bypass-payment/{transferId}', {
        params: { transferId: id },
        body: reason.trim() ? { reason: reason.trim() } : {},
      }),
    {
      onDone: ({ message }, id) => {
        toast({ title: 'Success', description: message });
        leave(id);
      },
      onFailed: (error, id) => {
        if (error instanceof ApiError) {
          toast({
            title: 'Failed to bypass payment',
            description: describe(error, 'Please try again.'),
            variant: 'destructive',
          });
          return;
        }
        // Nobody knows whether it has reached the server (spec 2 §8): the checkout does.
        toast({ title: 'Bypass attempted' });
        leave(id);
      },
    },
  );
  return (
    <OperatorPage
      title={pages.adminBypass.title}
      lead="For a customer who paid another way. Every use is written to the audit trail."
    >
      <Card className="max-w-2xl">
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (isLeaving.current) return;
            const id = transferId.trim();
            setAttempts(attempts + 1);
            setMissing(!id);
            if (id) bypass.start(id);
          }}
        >
          <ErrorSummary
            title={isMissing ? 'There is a problem' : 'Failed to bypass payment'}
            mistakes={isMissing ? [{ field, text: missing }] : []}
            attempt={`${attempts} ${bypass.failureCount}`}
          >
            {!isMissing && bypass.error instanceof ApiError && <p>{describe(bypass.error, 'Please try again.')}</p>}
          </ErrorSummary>
          <Field
            id={field}
            label="Transfer ID"
            mono
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={transferId}
            onChange={(event) => setTransferId(event.target.value)}
            error={isMissing ? missing : null}
          />
          <AreaField
            label="How was it paid?"
            optional
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Buttons>
            <Button type="submit" busy={bypass.isPending} busyLabel="Unlocking…">
              Bypass payment
            </Button>
            <ButtonLink variant="quiet" to={paths.home}>
              Back to home
            </ButtonLink>
          </Buttons>
        </form>
      </Card>
    </OperatorPage>
  );
}
