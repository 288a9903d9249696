import { Note } from '../ui/note.tsx';

/** Names the services that did not respond. */
export function Away({ services = [] }: { services: readonly string[] | undefined }) {
  if (services.length === 0) return null;
  return (
    <Note kind="warn" title={`No response from ${services.join(', ')}`} live>
      <p>Some data is missing here.</p>
    </Note>
  );
}
