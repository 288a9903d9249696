import type { UseQueryResult } from '@tanstack/react-query';
import { Note, NoteButtons } from '../ui/note.tsx';
import { RetryButton } from '../ui/retry-button.tsx';
import { describeToOperator } from './describe.ts';

/** Shows why a query failed, with a retry button. Renders nothing without an error. */
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
        <RetryButton isFetching={isFetching} refetch={refetch} />
      </NoteButtons>
    </Note>
  );
}
