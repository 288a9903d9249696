import { TagField } from '../../domain/destination/destination-fields.tsx';
import { DestinationForm } from '../../domain/destination/destination-form.tsx';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Note } from '../../ui/note.tsx';

/**
 * Shows the tag to enter at the exchange, and a form to add or change the tag.
 * Most transfers have no tag.
 */
export function DestinationTag({ transfer }: { transfer: Transfer }) {
  const { destinationTag } = transfer;
  return (
    <div>
      {destinationTag !== null && (
        <Note kind="warn" title="Destination tag: enter this number">
          <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <span className="font-mono text-lg font-bold">{destinationTag}</span>
            <CopyButton variant="quiet" text={destinationTag} label="Copy tag" />
          </p>
        </Note>
      )}
      <Fold title={destinationTag === null ? 'My wallet gave me a tag' : 'Change the tag'}>
        <DestinationForm
          transfer={transfer}
          initial={{ address: transfer.destinationAddress, tag: destinationTag ?? '' }}
          changes={({ destinationTag: tag = null }) => ({ destinationTag: tag })}
          what="tag"
          button="Save the tag"
          variant="soft"
          fields={(of) => <TagField {...of} hint="Numbers only. Leave this blank if your wallet doesn’t show one." />}
        />
      </Fold>
    </div>
  );
}
