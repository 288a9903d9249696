import type { Config } from '../../lib/api/config.ts';
import { paths } from '../../lib/paths.ts';
import { Address } from '../../ui/address.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';

/** Shows the address and the tag for a tip, each with a copy button. */
export function TipDialog({
  tip: { address, tag },
  transferId,
  conciergeOpen,
  onClose,
}: {
  tip: NonNullable<Config['tip']>;
  /** The id of the transfer that the tip is for. */
  transferId: string;
  /** True if the concierge is offered or owned. */
  conciergeOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog onClose={onClose} title="A tip, only if you like">
      <Note kind="warn" title="This is our wallet, not yours">
        <p>What you send here is a gift, and you can’t undo it. Your guide works the same without it.</p>
      </Note>
      <div className="grid gap-3">
        <p className="font-semibold">Our address for tips</p>
        <Address value={address} />
        <Buttons>
          <CopyButton variant="soft" text={address} label="Copy address" />
        </Buttons>
      </div>
      {tag === null ? (
        <p className="text-ink-2">You don’t need a destination tag.</p>
      ) : (
        <div className="grid gap-3">
          <p className="font-semibold">Our destination tag</p>
          <p translate="no" className="rounded-md bg-sunk px-4.5 py-4 font-mono text-lg font-bold">
            {tag}
          </p>
          <Buttons>
            <CopyButton variant="soft" text={tag} label="Copy tag" />
          </Buttons>
        </div>
      )}
      <Buttons className="border-t border-line pt-4">
        {conciergeOpen ? (
          <ButtonLink variant="quiet" to={paths.conciergeFor(transferId)}>
            Continue to concierge portal
          </ButtonLink>
        ) : (
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        )}
      </Buttons>
    </Dialog>
  );
}
