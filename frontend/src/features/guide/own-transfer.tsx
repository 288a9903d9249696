import { openTransfer } from '../../domain/transfer/open-transfer.ts';
import { isResumed } from '../../domain/transfer/resumed-mark.ts';
import { nextAction, pathOf, placeOf } from '../../domain/transfer/waiting-transfer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Note, NoteButtons } from '../../ui/note.tsx';
import { useBrowserState } from '../../ui/use-browser-state.ts';

/** Links to this device's own transfer. Shown on a transfer that was opened by a link. */
export function OwnTransfer({ id }: { id: string }) {
  const [own] = useBrowserState(() => openTransfer.get(), null);
  if (!own || own.id === id || !isResumed(id)) return null;
  return (
    <Note kind="info" title="Your own transfer is still here">
      <p>
        You started it on this device: {pathOf(own)}. {nextAction(own)}
      </p>
      <NoteButtons>
        <ButtonLink variant="quiet" to={placeOf(own)}>
          Open my own transfer
        </ButtonLink>
      </NoteButtons>
    </Note>
  );
}
