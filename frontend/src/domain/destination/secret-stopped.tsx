import { Note } from '../../ui/note.tsx';

/** Warns that a pasted secret was removed, and shows the next steps. */
export function SecretStopped({ wanted }: { wanted: string }) {
  return (
    <Note kind="bad" title="Stop: that looks like a secret key or recovery phrase" live>
      <p>
        We took it out of the field. It was not sent and is not kept. Whoever has it can take all that is in that
        wallet. Never paste it on a web page, and show it to no one, not even us.
      </p>
      <p>If anybody else may have seen it, move your XRP to a new wallet. {wanted}</p>
    </Note>
  );
}
