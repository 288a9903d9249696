import { pages } from '@xrp-bridge/contracts/pages';
import { idPrefixesOf, isReferenceOf } from '@xrp-bridge/contracts/reference';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError, call } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { AreaField } from '../../operator/area-field.tsx';
import { describeToOperator } from '../../operator/describe.ts';
import { useAct } from '../../operator/live.ts';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { toast } from '../../ui/toast.ts';

/** Thrown if a reference matches no transfer, or more than one. */
class NoSuchTransfer extends Error {}

/**
 * Returns the transfer's id for a typed id or reference.
 * @throws NoSuchTransfer, and the errors of `call`
 */
async function findId(typed: string): Promise<string> {
  if (idPrefixesOf(typed).length === 0) return typed;
  const { transfers } = await call('POST /api/admin/transfers/search', { body: { search: typed, limit: 200 } });
  const [found, ...others] = transfers.filter(({ id }) => isReferenceOf(typed, id));
  if (!found) throw new NoSuchTransfer('No transfer has this reference.');
  if (others.length > 0) throw new NoSuchTransfer('More than one transfer has this reference. Use the transfer’s ID.');
  return found.id;
}

const describeFailure = (error: Error) =>
  error instanceof NoSuchTransfer ? error.message : describeToOperator(error, 'Please try again.');

const field = 'bypass-transfer';
const missing = 'Please enter a transfer ID';

/** Shows a form that opens a guide for which the customer paid in another way. */
export function BypassPage() {
  const go = useNavigate();
  const [params] = useSearchParams();
  const [transferId, setTransferId] = useState(params.get('transfer') ?? '');
  const [reason, setReason] = useState('');
  const [attempts, setAttempts] = useState(0);
  const [isMissing, setMissing] = useState(false);
  // True while the next page loads. The form is still visible then, and must not be submitted again.
  const isLeaving = useRef(false);
  function leave(id: string) {
    isLeaving.current = true;
    void go(paths.checkout(id));
  }
  // The transfer in the bypass request; null until the request is sent.
  const sent = useRef<string | null>(null);
  const bypass = useAct(
    async (typed: string) => {
      sent.current = null;
      const id = await findId(typed);
      sent.current = id;
      const body = reason.trim() ? { reason: reason.trim() } : {};
      const params = { transferId: id };
      const { message } = await call('POST /api/admin/bypass-payment/{transferId}', { params, body });
      return { id, message };
    },
    {
      onDone: ({ id, message }) => {
        toast({ title: 'Success', description: message });
        leave(id);
      },
      onFailed: (error) => {
        if (error instanceof ApiError || sent.current === null) {
          toast({ title: 'Failed to bypass payment', description: describeFailure(error), variant: 'destructive' });
          return;
        }
        // It is unknown whether the request reached the server (spec 2 §8). The checkout shows the transfer's state.
        toast({ title: 'Bypass attempted' });
        leave(sent.current);
      },
    },
  );
  return (
    <OperatorPage
      title={pages.adminBypass.title}
      lead="Use this for customers who paid another way. We save every bypass in the audit trail."
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
            title={isMissing ? 'There’s a problem' : 'Failed to bypass payment'}
            mistakes={isMissing ? [{ field, text: missing }] : []}
            attempt={`${attempts} ${bypass.failureCount}`}
          >
            {!isMissing && bypass.error && (bypass.error instanceof ApiError || sent.current === null) && (
              <p>{describeFailure(bypass.error)}</p>
            )}
          </ErrorSummary>
          <Field
            id={field}
            label="Transfer ID"
            hint="You can also enter a reference, such as AC3D-E46F."
            mono
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={transferId}
            onChange={(event) => setTransferId(event.target.value)}
            error={isMissing ? missing : null}
          />
          <AreaField
            label="How did the customer pay?"
            optional
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Buttons>
            <Button type="submit" busy={bypass.isPending} busyLabel="Bypassing…">
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
