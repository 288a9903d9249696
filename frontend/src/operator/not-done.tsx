import { Note } from '../ui/note.tsx';
import { describeToOperator } from './describe.ts';

/** Shows why an action failed. Renders nothing without an error. */
export function NotDone({ title, error }: { title: string; error: Error | null }) {
  if (!error) return null;
  return (
    <Note kind="bad" title={title} live>
      <p>{describeToOperator(error)}</p>
    </Note>
  );
}
