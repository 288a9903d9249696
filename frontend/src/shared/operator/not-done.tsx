import { describe } from '../api/client.ts';
import { Note } from '../ui/note.tsx';

/** That something was not done, and why; nothing while all is well. */
export function NotDone({ title, error }: { title: string; error: Error | null }) {
  if (!error) return null;
  return (
    <Note kind="bad" title={title} live>
      <p>{describe(error, 'Please check your connection and try again.')}</p>
    </Note>
  );
}
