import { Note } from '../../ui/note.tsx';

/** Warns that a pasted secret was removed, and shows the next steps. */
export function SecretStopped({ wanted }: { wanted: string }) {
  return (
    <Note kind="bad" title="Stop: that looks like a secret key or recovery phrase" live>
      <p>
        We cleared the field. We didn’t send or save it. Anyone with it can take all the XRP in that wallet. Never paste
        it on a web page, and don’t show it to anyone, not even us.
      </p>
      <p>If someone else may have seen it, move your XRP to a new wallet. {wanted}</p>
    </Note>
  );
}
