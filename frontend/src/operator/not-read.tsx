import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { Note, NoteButtons } from '../ui/note.tsx';
import { describeToOperator } from './describe.ts';

/** Says that something could not be read, and why, with the way to try again; nothing while it can be read. */
export function NotRead({
  title,
  query: { isError, error, isFetching, refetch },
}: {
  title: string;
  query: Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'refetch'>;
}) {
  if (!isError) return null;
  return (
    <Note kind="warn" title={title} live>
      <p>{describeToOperator(error)}</p>
      <NoteButtons>
        <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </NoteButtons>
    </Note>
  );
}
