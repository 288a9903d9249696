import { Note } from '../../ui/note.tsx';

/** Warns that a pasted secret was removed, and shows the next steps. */
export function SecretStopped({ wanted }: { wanted: string }) {
  return (
    <Note kind="bad" title="Stop: that looks like a secret key or recovery phrase" live>
      <p>
        We cleared the field, and we didn’t send or save what was in it. Anyone who has your secret key or recovery
        phrase can take all the XRP in that wallet. Never paste it on a web page, and don’t show it to anyone, not even
        us.
      </p>
      <p>If someone else may have seen what you entered, move your XRP to a new wallet. {wanted}</p>
    </Note>
  );
}
