import { Note } from '../ui/note.tsx';

/** Names the services of ours that could not be asked; nothing while all were. */
export function Away({ services = [] }: { services: readonly string[] | undefined }) {
  if (services.length === 0) return null;
  return (
    <Note kind="warn" title={`No answer from ${services.join(', ')}`} live>
      <p>What is kept there is missing here.</p>
    </Note>
  );
}
