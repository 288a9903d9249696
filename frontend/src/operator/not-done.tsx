import { Note } from '../ui/note.tsx';
import { describeToOperator } from './describe.ts';

/** That something was not done, and why; nothing while all is well. */
export function NotDone({ title, error }: { title: string; error: Error | null }) {
  if (!error) return null;
  return (
    <Note kind="bad" title={title} live>
      <p>{describeToOperator(error)}</p>
    </Note>
  );
}
