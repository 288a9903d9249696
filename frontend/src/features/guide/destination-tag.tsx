import { describe } from '../../shared/api/client.ts';
import { type Transfer, useUpdateTransfer } from '../../shared/api/transfers.ts';
import { TagField } from '../../shared/destination/destination-fields.tsx';
import { useDestination } from '../../shared/destination/use-destination.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Fold } from '../../shared/ui/disclosure.tsx';
import { ErrorSummary } from '../../shared/ui/error-summary.tsx';
import { Note } from '../../shared/ui/note.tsx';

/** What goes into the tag's field at the exchange. Most people leave it empty; who was given a tag says so here. */
export function DestinationTag({ transfer }: { transfer: Transfer }) {
  const { destinationTag } = transfer;
  return (
    <div>
      {destinationTag !== null && (
        <Note kind="warn" title="Destination tag: enter exactly this">
          <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <span className="font-mono text-lg font-bold">{destinationTag}</span>
            <CopyButton variant="quiet" text={destinationTag} label="Copy tag" />
          </p>
        </Note>
      )}
      <Fold title={destinationTag === null ? 'My wallet gave me a tag' : 'Change the tag'}>
        <TagForm transfer={transfer} />
      </Fold>
    </div>
  );
}

function TagForm({ transfer }: { transfer: Transfer }) {
  const destination = useDestination({ address: transfer.destinationAddress, tag: transfer.destinationTag ?? '' });
  const save = useUpdateTransfer(transfer.id);
  const refused = destination.serverErrors(save.error);
  async function submit() {
    const value = await destination.validate({ addressRequired: true });
    if (value) save.mutate({ destinationTag: value.destinationTag ?? null });
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) void submit();
      }}
    >
      <ErrorSummary mistakes={destination.mistakes(save.error)} attempt={destination.insisted} />
      <TagField
        destination={destination}
        serverErrors={refused}
        hint="Only digits. Leave it empty if your wallet shows none."
      />
      {save.isError && !refused.tag && (
        <Note kind="bad" title="The tag was not saved" live>
          <p>{describe(save.error, 'Please check your connection and try again.')}</p>
        </Note>
      )}
      <Button type="submit" variant="soft" busy={save.isPending} busyLabel="Saving…" className="justify-self-start">
        Save the tag
      </Button>
    </form>
  );
}
